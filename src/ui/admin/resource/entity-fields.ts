import type { Entity, EntityField, FieldForm, RowField } from '#contract/kernel/entity.ts';
import type { Column, FilterField, FilterGroup, FormField, Row } from './define-resource.ts';

/** Takes what a declaration needs from its noun's field table (`contract/entities/`); the rest it says itself. Pure. */

type Control = Omit<Extract<FormField, { kind: 'control' }>, keyof FieldForm | 'name' | 'kind'>;

/** A number that may be unlimited, by choice. */
type Limit = Pick<Extract<FormField, { kind: 'limit' }>, 'kind' | 'of' | 'unlimited'>;

type ControlsOf<Table extends Entity> = { readonly [Field in keyof Table]?: Control | Limit };

/** The fields of a form: those in `first`, in that order, then the table's others. */
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

/** The columns in a declaration, then the table's other fields that people fill in. */
export function columnsOf<R extends Row>(entity: Entity, own: readonly Column<R>[]): Column<R>[] {
  const said = new Set<string>(own.map(({ field }) => field));
  const others = Object.keys(entity).filter((name) => !said.has(name) && isShown(entity[name]));
  return [...own, ...others.map((name) => ({ field: name as keyof R & string }))]; // a field of the row
}

/** The same for filters. */
export function filtersOf(entity: Entity, own: readonly FilterField[]): FilterField[] {
  const said = new Set(own.map(({ field }) => field));
  const others = Object.keys(entity).filter((name) => !said.has(name) && isShown(entity[name]));
  return [...own, ...others.map((field): FilterField => ({ field, ...groupOf(entity[field]) }))];
}

/** The group of a filter by that of the form. */
function groupOf(field: EntityField | undefined): { group?: FilterGroup } {
  const group = field?.form && filterGroups[field.form.group];
  return group ? { group } : {};
}

const filterGroups: Readonly<Record<string, FilterGroup>> = {
  contact: 'contact',
  account: 'origin',
  limits: 'usage',
  payment: 'payment',
};

/** The fields of a part of a row's page: those in `first`, then the others in this group of the form. */
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

/** Whether people fill it in as text, a number or an amount, so that it is shown as it is. */
function isShown(field: EntityField | undefined): boolean {
  return field?.form?.kind !== undefined && field.row !== undefined && field.list !== undefined;
}
