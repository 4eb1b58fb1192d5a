/**
 * Columns, as `table.column`, that no code of this version reads or writes any more. They stay for the release
 * before, which may run at the same time; the migration that drops them belongs to the next release. A column here
 * may be empty or has a default, since nobody fills it (docs/upgrade.md, "Changing the database").
 */
export const retiredColumns: readonly string[] = [];
