"""The cases, module by module. A module that is not in this list is not run."""

from types import ModuleType

from lf_contracts.cases import (
    classified,
    content_answer,
    content_command,
    content_failures,
    content_passages,
    content_run,
    definitions,
    entry_get,
    entry_search,
    errors,
    field_values,
    folder_list,
    natural_execution,
    natural_guidance,
    natural_repairs,
    retries,
)

MODULES: tuple[ModuleType, ...] = (
    definitions,
    content_command,
    content_run,
    content_answer,
    content_passages,
    content_failures,
    natural_guidance,
    natural_execution,
    natural_repairs,
    entry_search,
    folder_list,
    entry_get,
    field_values,
    classified,
    errors,
    retries,
)
