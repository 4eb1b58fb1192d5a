import type { TFunction } from 'i18next';
import type { ComponentType, ReactNode } from 'react';
import type * as z from 'zod';
import type { ListSpec } from '#contract/list-query.ts';
import type { Route } from '#contract/http/route.ts';
import type { Locale } from '#contract/variants.ts';
import type { ResourceRoutes } from '#web/providers/data-provider.ts';
import type { Formats } from '#web/ui/shared/formats.ts';
import type { TextKey } from '#web/ui/admin/resource/declared-key.ts';

/** What every row of a list has. */
export interface Row {
  id: string;
  deleted_at?: string | null;
}

/** A screen as a chunk of its own. */
export type Screen = () => Promise<{ Component: ComponentType }>;

/** A screen of the panel at an address of its own. `needs`: any of these routes; none is for everybody. */
export interface Page {
  name: string;
  /** The folder below `/admin-panel`. */
  path: string;
  /** A key of the texts. */
  title: TextKey;
  needs: readonly Route[];
  screen: Screen;
  /** Something that is begun here, not a place to look at. */
  isAct?: boolean;
}

/** A column shows `row[field]` by the type that the list gives the field, or what `cell` makes of the row. */
export interface Column<R extends Row> {
  field: keyof R & string;
  /** Chosen columns come after those shown at first; default false. */
  shown?: boolean;
  /** The columns that it is in a file; one of its own name unless said. */
  file?: readonly string[];
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
  /** The key of its label, where that is not `NAME.fields.FIELD`. */
  label?: TextKey;
  /** What the form itself calls it, where the specification has a name for that. */
  as?: string;
  /** Fields of one group share a frame, titled `NAME.parts.GROUP`. */
  group: string;
  /** The one frame that has it, when the other has not. */
  only?: 'create' | 'edit';
  /** Shows `NAME.help.FIELD` below the field. */
  help?: boolean;
  /** Shown there instead, where it depends on more than the field. */
  extra?: ReactNode;
  /** What an empty field sends; by default nothing is null for numbers and amounts, and empty text is empty text. */
  empty?: 'null' | 'omit';
  /** Stands beside its neighbour of the same kind, where there is room. */
  half?: boolean;
}

/** A control of antd's kind: it gets `value`, `onChange`, `id` and `disabled` from the form. */
export interface ControlProps<Value = unknown> {
  id?: string;
  value?: Value;
  onChange?: (value: Value) => void;
}

/** How a field that is neither text nor a number is held while it is filled in, and told when two values are compared. */
interface OwnShape {
  /** Its frame's title says what it is. */
  unlabelled?: boolean;
  /** What the form holds of the row's value; the value itself unless said. */
  typed?: (value: unknown, locale: Locale) => unknown;
  /** The way back. */
  sent?: (typed: unknown) => unknown;
  /** What it holds in words; `other` is what the other side holds. */
  shown?: (value: unknown, other?: unknown) => ReactNode;
}

/** A field of a form. What it holds while it is filled in is text for text, numbers and amounts (in whole units). */
export type FormField = AnyFormField &
  (
    | {
        kind: 'text' | 'lines';
        type?: 'email' | 'tel' | 'digits';
        autoComplete?: string;
        placeholder?: string;
      }
    | { kind: 'number' | 'money' }
    /** A number or an amount, or null by choice; `unlimited` is the key of that choice's words. */
    | { kind: 'limit'; of: 'number' | 'money'; unlimited: TextKey }
    /** One of words, `NAME.values.FIELD.WORD`; `inRow`: all of them are seen. */
    | { kind: 'enum'; values: readonly string[]; inRow?: boolean }
    | { kind: 'switch'; disabled?: boolean }
    /** A control of one's own. */
    | ({
        kind: 'control';
        control: ComponentType<ControlProps>;
        /** Null is a choice with words of its own, not an empty field. */
        nullIsChoice?: boolean;
      } & OwnShape)
    /** A whole part of the form, which has its own form items below `name`. */
    | ({
        kind: 'part';
        part: ComponentType<{ name: string }>;
        /** Where it has fields, as dotted names below its own; messages are shown there. */
        places: readonly string[];
        /** Which of these places hold numbers or amounts. */
        numbers?: Readonly<Record<string, 'number' | 'money'>>;
        /** Two values of it are compared as one, instead of place by place. */
        isOne?: boolean;
        /** What a place is called. */
        labelOf?: (t: TFunction, place: string) => string;
      } & OwnShape)
  );

/** A row, or what a new one begins with. */
export type RowValues = Readonly<Record<string, unknown>>;

/** What a form asks, in order, and how it is sent. */
export interface FormDeclaration {
  fields: readonly FormField[];
  /** Of the contract; checks before the server does. */
  schema: z.ZodType<object>;
  /** What the fields of a new row begin with. */
  initial?: RowValues;
  /** The field at which a refusal of the whole is shown, by its code (`email_taken` at `email`). */
  codes?: Readonly<Record<string, string>>;
  /** Sent only when it was changed: there the same again means something (one's own e-mail takes a new one back). */
  onlyChanged?: readonly string[];
  /** What was typed as the contract wants it, before it is checked. */
  tidy?: (input: Record<string, unknown>) => Record<string, unknown>;
  /**
   * Asked before a row is changed: false when the person cancels, else what is sent in addition to the input, if
   * anything.
   */
  before?: (input: Readonly<Record<string, unknown>>, row: RowValues) => Promise<object | boolean>;
  after?: () => void;
  above?: ReactNode;
  /** Why nothing can be changed. */
  denied?: string | undefined;
  /** Of a dialog. */
  width?: number;
}

/**
 * A form as its resource declares it: a hook, since some of it depends on who asks and on the row. Null while it has
 * to wait for something.
 */
export type UseDeclaration = (id?: string) => FormDeclaration | null;

/** A row's own page: its head, and its parts in order. */
export interface ShowDeclaration<R extends Row> {
  /** Milliseconds between looks while the row is on the move; false when it rests. */
  lookEvery?: (row: R) => number | false;
  /** Over the head: that it is deleted, and the way back. */
  above?: ComponentType<{ row: R }>;
  /** Below its name. */
  subtitle?: ComponentType<{ row: R }>;
  actions?: ComponentType<{ row: R }>;
  parts: readonly ShowPart<R>[];
}

/** Fields by their types, titled `NAME.parts.GROUP`, with what can be done about them below; or a part made by hand. */
export type ShowPart<R extends Row> =
  | { group: string; fields: readonly (keyof R & string)[]; below?: ComponentType<{ row: R }> }
  | { part: ComponentType<{ row: R }> };

/**
 * A resource as data: list, filters and permissions come from it (DESIGN section 1). Labels are
 * `NAME.fields.FIELD`, words of an enum `NAME.values.FIELD.WORD` in the admin texts.
 */
export interface Resource<R extends Row, One extends R = R> {
  /** Also the name of its texts and of its folder below `/admin-panel`. */
  name: string;
  /** The folder below `/admin-panel`; its name unless said. */
  path?: string;
  /** Where its texts name it otherwise than by `NAME.title`. */
  title?: TextKey;
  spec: ListSpec;
  /** What can be done, and who may: each route names its permission (`contract/http/route.ts`). */
  routes: ResourceRoutes;
  /** Screens made by hand: below the list's address `show/:id`. The others are made of the declaration. */
  screens?: { list?: Screen; show?: Screen };
  /** How rows are made and changed: on pages of their own, or in a dialog over the list. A chunk of its own. */
  form?: { in: 'page' | 'dialog'; load: () => Promise<UseDeclaration> };
  /** A row's own page. A chunk of its own. */
  show?: () => Promise<ShowDeclaration<One>>;
  /** Further screens below its address, and what is begun there. */
  pages?: readonly Page[];
  /** What the palette calls the making of a new row. */
  newLabel?: TextKey;
  /** Beside a list that is made of the declaration. */
  list?: { actions?: ComponentType; whenEmpty?: ComponentType; below?: ComponentType };
  columns: readonly Column<R>[];
  filters: readonly FilterField[];
  /** What a row is called: the column that leads to its page, or opens the dialog that changes it. */
  titleField?: keyof R & string;
  /** Whether the deleted are chosen by a switch of three names (users) or in the filters (clients). */
  trashedSwitch?: boolean;
  /** What comes along with a row on its own page and in its form. */
  include?: readonly string[];
  /** Offered as a file to people who may have it. */
  csv?: boolean;
}

export type ScreenAction = 'list' | 'create' | 'edit' | 'show';

/** The route that a screen needs: people who may call it may open the screen. */
export function routeOfScreen({ routes }: Pick<AnyResource, 'routes'>, action: ScreenAction): Route {
  const byAction = { list: routes.list, show: routes.one, create: routes.create, edit: routes.update };
  return byAction[action] ?? routes.list;
}

/** A resource among others, whatever its rows are. */
export type AnyResource = Omit<Resource<Row>, 'columns' | 'titleField' | 'show'> & { show?: unknown };

/** The screens that a resource has: the list always. */
export function actionsOf({ routes, form, screens, show }: AnyResource): ScreenAction[] {
  const isPage = form?.in === 'page';
  return [
    'list',
    ...(isPage && routes.create ? ['create' as const] : []),
    ...(isPage && routes.update ? ['edit' as const] : []),
    ...(show || screens?.show ? ['show' as const] : []),
  ];
}

/** As much of a resource as its list's filters need. */
export type ListedResource = Pick<Resource<Row>, 'name' | 'spec' | 'filters'>;

/**
 * Declares a resource with its row type checked.
 */
export function defineResource<R extends Row, One extends R = R>(
  resource: Resource<R, One>,
): Resource<R, One> {
  return resource;
}

/** `/admin-panel/…` of the list, and of one row. */
export function listPath(resource: Pick<AnyResource, 'name' | 'path'>): string {
  return `/admin-panel/${resource.path ?? resource.name}`;
}

export function showPath(resource: Pick<AnyResource, 'name' | 'path'>, id: string): string {
  return `${listPath(resource)}/show/${encodeURIComponent(id)}`;
}

export function createPath(resource: Pick<AnyResource, 'name' | 'path'>): string {
  return `${listPath(resource)}/create`;
}

export function editPath(resource: Pick<AnyResource, 'name' | 'path'>, id: string): string {
  return `${listPath(resource)}/edit/${encodeURIComponent(id)}`;
}
