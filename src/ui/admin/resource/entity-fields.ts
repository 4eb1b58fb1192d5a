import type { Entity, EntityField, FieldForm, RowField } from '#contract/entity.ts';
import type { Column, FilterField, FormField, Row } from './define-resource.ts';

/** What a declaration takes from its noun's field table (`contract/entities/`), and what it says itself. Pure. */

type Control = Omit<Extract<FormField, { kind: 'control' }>, keyof FieldForm | 'name' | 'kind'>;

/** A number of which there may be any, by choice. */
type Limit = Pick<Extract<FormField, { kind: 'limit' }>, 'kind' | 'of' | 'unlimited'>;

type ControlsOf<Table extends Entity> = { readonly [Field in keyof Table]?: Control | Limit };

/** The fields of a form: those of `first` in that order, then the others of the table. */
export function formFieldsOf<Table extends Entity>(
  entity: Table,
  { first, controls }: { first: readonly (keyof Table & string)[]; controls: ControlsOf<Table> },
): FormField[] {
  const others = Object.keys(entity).filter((name) => !first.some((one) => one === name));
  return [...first, ...others].flatMap((name): FormField[] => {
    const form = entity[name]?.form;
    if (!form) return [];
    const { kind, type, values, ...common } = form;
    const field = { name, ...common };
    const control = controls[name];
    if (control)
      return ['unlimited' in control ? { ...field, ...control } : { ...field, kind: 'control', ...control }];
    if (values) return [{ ...field, kind: 'enum', values }];
    if (!kind) throw new Error(`${name} has neither a kind nor a control`);
    return [
      kind === 'text' || kind === 'lines' ? { ...field, kind, ...(type && { type }) } : { ...field, kind },
    ];
  });
}

/** The columns that a declaration says, then the other fields of the table that people fill in. */
export function columnsOf<R extends Row>(entity: Entity, own: readonly Column<R>[]): Column<R>[] {
  const said = new Set<string>(own.map(({ field }) => field));
  const others = Object.keys(entity).filter((name) => !said.has(name) && isShown(entity[name]));
  return [...own, ...others.map((name) => ({ field: name as keyof R & string }))]; // a field of the row
}

/** The same of filters. */
export function filtersOf(entity: Entity, own: readonly FilterField[]): FilterField[] {
  const said = new Set(own.map(({ field }) => field));
  const others = Object.keys(entity).filter((name) => !said.has(name) && isShown(entity[name]));
  return [...own, ...others.map((field) => ({ field }))];
}

/** The fields of one part of a row's page: those of `first`, then the others that a form has in this group. */
export function partOf<Table extends Entity>(
  entity: Table,
  group: string,
  first: readonly RowField<Table>[] = [],
): RowField<Table>[] {
  const others = Object.keys(entity).filter(
    (name): name is RowField<Table> =>
      entity[name]?.form?.group === group && isShown(entity[name]) && !first.some((one) => one === name),
  );
  return [...first, ...others];
}

/** Filled in by people as text, a number or an amount, and so shown as it is. */
function isShown(field: EntityField | undefined): boolean {
  return field?.form?.kind !== undefined && field.row !== undefined && field.list !== undefined;
}
