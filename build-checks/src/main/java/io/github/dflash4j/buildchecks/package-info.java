/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * What the build checks about itself: the formatting of the sources, that every test ran, and that
 * no test wrote outside its temporary folder. Nothing here is shipped.
 */
package io.github.dflash4j.buildchecks;
