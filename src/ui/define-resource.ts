import type { TFunction } from 'i18next';
import type { ComponentType, ReactNode } from 'react';
import type { ListSpec } from '#contract/list-query.ts';
import type { Permission } from '#contract/permissions.ts';
import type { Route } from '#contract/route.ts';
import type { Formats } from '#web/ui/formats.ts';

/** What every row of a list has. */
export interface Row {
  id: string;
  deleted_at?: string | null;
}

/** The routes that a resource has. What is not named cannot be done, and the data provider says so. */
export interface ResourceRoutes {
  list: Route;
  one?: Route;
  create?: Route;
  update?: Route;
  remove?: Route;
  restore?: Route;
}

/** A column shows `row[field]` by the type that the list gives the field, or what `cell` makes of the row. */
export interface Column<R extends Row> {
  field: keyof R & string;
  /** Chosen columns come after those shown at first; default false. */
  shown?: boolean;
  /** Pixels. */
  width?: number;
  cell?: (row: R) => ReactNode;
}

/** A filter asks by the type that the list gives the field. */
export interface FilterField {
  field: string;
  /** A moment is also offered as "in the last N days or weeks" (specification, section 2). */
  last?: boolean;
  /** An id is chosen from the list of another resource. */
  from?: 'users' | 'tariffs';
  /** Who has none is looked for as well: never been here, nobody's client. */
  orNone?: boolean;
  /** Not offered: it is shown, and may be changed, where a link has brought it along. */
  byLink?: boolean;
  /** What a value is in words, where its type does not say that. A link alone brings it, and it can only be dropped. */
  inWords?: (value: string, words: { t: TFunction } & Formats) => string;
}

interface AnyFormField {
  /** Of the contract's input and of the row alike. */
  name: string;
  /** Fields of one group share a frame, titled `NAME.form.GROUP`. */
  group: string;
  /** The one frame that has it, when the other has not. */
  only?: 'create' | 'edit';
  /** Shows `NAME.help.FIELD` below the field. */
  help?: boolean;
  /** What an empty field sends; by default nothing is null for numbers and amounts, and empty text is empty text. */
  empty?: 'null' | 'omit';
}

/** A control of antd's kind: it gets `value`, `onChange`, `id` and `disabled` from the form. */
export interface ControlProps<Value = unknown> {
  id?: string;
  value?: Value;
  onChange?: (value: Value) => void;
}

/**
 * A field of a form. What it holds while it is filled in is text for text, numbers and amounts (in whole units);
 * anything else is held as the row has it.
 */
export type FormField = AnyFormField &
  (
    | { kind: 'text' | 'lines'; type?: 'email' | 'tel' | 'digits'; autoComplete?: string }
    | { kind: 'number' | 'money' }
    /** One of words, `NAME.values.FIELD.WORD`. */
    | { kind: 'enum'; values: readonly string[] }
    | { kind: 'switch' }
    /** A control of one's own; `shown` says its value in words, where two values are compared. */
    | { kind: 'control'; control: ComponentType<ControlProps>; shown?: (value: unknown) => ReactNode }
    /**
     * A whole part of the form, which has its own form items below `name`. `errorsAt`: the dotted names at which
     * messages are shown.
     */
    | {
        kind: 'part';
        part: ComponentType;
        errorsAt: readonly string[];
        shown?: (value: unknown) => ReactNode;
      }
  );

/**
 * A resource as data: list, filters and permissions come from it (DESIGN section 1). Labels are
 * `NAME.fields.FIELD`, words of an enum `NAME.values.FIELD.WORD` in the admin texts.
 */
export interface Resource<R extends Row> {
  /** Also the name of its texts and of its folder below `/admin-panel`. */
  name: string;
  /** The folder below `/admin-panel`; its name unless said. */
  path?: string;
  spec: ListSpec;
  routes: ResourceRoutes;
  permissions: { read: Permission; write?: Permission; remove?: Permission };
  columns: readonly Column<R>[];
  filters: readonly FilterField[];
  /** What a form asks, in order: creating and changing are two frames around the same fields. */
  fields?: readonly FormField[];
  /** The column that is a link to the row's own page; without one a row is not opened by its page. */
  titleField?: keyof R & string;
  /** Whether the deleted are chosen by a switch of three names (users) or in the filters (clients). */
  trashedSwitch?: boolean;
  include?: readonly string[];
  /** Offered as a CSV to whoever may have it. */
  csv?: boolean;
}

/** As much of a resource as its list's filters need. */
export type ListedResource = Pick<Resource<Row>, 'name' | 'spec' | 'filters'>;

/**
 * Declares a resource with its row type checked.
 */
export function defineResource<R extends Row>(resource: Resource<R>): Resource<R> {
  return resource;
}

/** `/admin-panel/…` of the list, and of one row. */
export function listPath(resource: Pick<Resource<Row>, 'name' | 'path'>): string {
  return `/admin-panel/${resource.path ?? resource.name}`;
}

export function showPath(resource: Pick<Resource<Row>, 'name' | 'path'>, id: string): string {
  return `${listPath(resource)}/show/${encodeURIComponent(id)}`;
}

export function createPath(resource: Pick<Resource<Row>, 'name' | 'path'>): string {
  return `${listPath(resource)}/create`;
}

export function editPath(resource: Pick<Resource<Row>, 'name' | 'path'>, id: string): string {
  return `${listPath(resource)}/edit/${encodeURIComponent(id)}`;
}
