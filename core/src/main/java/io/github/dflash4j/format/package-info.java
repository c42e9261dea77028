/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/** What the readers of the file formats share: mapped files and strict JSON. */
package io.github.dflash4j.format;
