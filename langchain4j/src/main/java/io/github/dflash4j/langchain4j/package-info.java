/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/** Chat models of LangChain4j over models that run in the process. */
package io.github.dflash4j.langchain4j;
