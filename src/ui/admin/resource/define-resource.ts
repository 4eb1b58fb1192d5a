import type { TFunction } from 'i18next';
import type { ComponentType, ReactNode } from 'react';
import type * as z from 'zod';
import type { UsedMetric } from '#contract/catalogue/metric.ts';
import type { ListSpec } from '#contract/kernel/list-query.ts';
import type { BulkCode } from '#contract/panel/bulk.ts';
import type { Route } from '#contract/http/route.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Guarded } from '#web/providers/access-control-provider.ts';
import type { ResourceRoutes } from '#web/providers/data-provider.ts';
import type { Formats } from '#web/ui/shared/formats.ts';
import type { TextKey } from '#web/ui/admin/resource/declared-key.ts';

/** What every row of a list has. */
export interface Row {
  id: string;
  deleted_at?: string | null;
}

/** A screen as a separate chunk. */
export type Screen = () => Promise<{ Component: ComponentType }>;

/** A screen of the panel with its own address. `needs`: any of these routes; none means everybody. */
export interface Page {
  name: string;
  /** The folder below `/admin-panel`. */
  path: string;
  /** A key of the texts. */
  title: TextKey;
  needs: readonly Route[];
  screen: Screen;
  /** An action that begins here, not a place to look at. */
  isAction?: boolean;
  /** What the search finds within it, each with its own address. */
  within?: readonly { name: string; label: TextKey; to: string }[];
}

/** A column shows `row[field]` by the field's type in the list, or what `cell` renders. */
export interface Column<R extends Row> {
  field: keyof R & string;
  /** Whether it is shown at first; default false. */
  shown?: boolean;
  /** The columns for it in a file; one with its own name if left out. */
  file?: readonly string[];
  /** Shown at first while a filter asks for this value of a field, or `trashed` for these rows, too. */
  shownWith?: { field: string; value: string };
  /** A length of CSS. */
  width?: string;
  /** Beside the row's title on a phone, without its name: the state and the money that a row is looked up for. */
  leads?: true;
  /** Not on a phone's card of a row with a page: others say more. */
  offCard?: true;
  /** A name that gives way to what is never cut, as plain texts do. */
  isCut?: true;
  /** Long texts that get what the window has left. */
  takesRest?: true;
  /** Takes a second line before it is cut. */
  lines?: true;
  /** Says of a deleted row that it is: its name need not. */
  saysDeleted?: true;
  /** A moment is shown with its time, as in a log. */
  hasTime?: true;
  cell?: (row: R) => ReactNode;
}

/** What a filter's words are made with; `metrics`: those that are used. */
export interface InWords extends Formats {
  t: TFunction;
  metrics: readonly UsedMetric[];
}

/** A filter's control depends on the field's type in the list. */
export interface FilterField {
  field: string;
  /** For dates: also offers "in the last N days or weeks" (specification, section 2). */
  last?: boolean;
  /** The same for days to come. */
  next?: boolean;
  /** For ids: chosen from the list of another resource. */
  from?: 'users' | 'tariffs' | 'tags' | 'roles' | 'partners' | 'promo_codes';
  /** Also offers "none": clients who never visited, or without a manager. */
  orNone?: boolean;
  /** A chip above the list; the others are found by name, in their group. */
  often?: true;
  group?: FilterGroup;
  /** Not offered, but shown and editable when a link contains it. */
  byLink?: boolean;
  /** The value in words, if its type does not tell. Only a link can set it, and it can only be removed. */
  inWords?: (value: string, words: InWords) => string;
}

export type FilterGroup =
  | 'state'
  | 'money'
  | 'contact'
  | 'activity'
  | 'usage'
  | 'origin'
  | 'revenue'
  | 'payment'
  | 'custom';

interface AnyFormField {
  /** Used in the contract's input and in the row. */
  name: string;
  /** The key of its label, if not `NAME.fields.FIELD`. */
  label?: TextKey;
  /** Its name in the form, where the specification gives it another one. */
  as?: string;
  /** Fields of a group share a frame titled `NAME.parts.GROUP`. */
  group: string;
  /** Only in this form, not in the other. */
  only?: 'create' | 'edit';
  /** Shows `NAME.help.FIELD` below the field. */
  help?: boolean;
  /** Shown there instead, where it depends on more than the field. */
  extra?: ReactNode;
  /** What an empty field sends; by default nothing is null for numbers and amounts, and empty text is empty text. */
  empty?: 'null' | 'omit';
  /** Marked, in a dialog where others may stay empty. */
  required?: boolean;
  /** Short enough for half of a form, beside another one, if there is room; by default its kind tells. */
  half?: boolean;
}

/** A control in antd's style: the form gives it `value`, `onChange`, `id` and `disabled`. */
export interface ControlProps<Value = unknown> {
  id?: string;
  value?: Value;
  onChange?: (value: Value) => void;
}

/** How the form holds a field that is neither text nor a number, and how it shows it when two values are compared. */
interface OwnShape {
  /** The title of its frame is its label. */
  unlabelled?: boolean;
  /** The form's value for a row's value; the same value if left out. */
  typed?: (value: unknown, locale: Locale) => unknown;
  /** The row's value for a form's value. */
  sent?: (typed: unknown) => unknown;
  /** The value as a text; `other` is the value on the other side. */
  shown?: (value: unknown, other?: unknown) => ReactNode;
}

/** A field of a form. Text, numbers and amounts (in whole units) are held as text. */
export type FormField = AnyFormField &
  (
    | {
        kind: 'text' | 'lines';
        type?: 'email' | 'tel' | 'digits';
        autoComplete?: string;
        placeholder?: string;
      }
    | { kind: 'number' | 'money' }
    /** A number or an amount, or null by choice; `unlimited` is the key of the choice's text. */
    | { kind: 'limit'; of: 'number' | 'money'; unlimited: TextKey }
    /** One of words, `NAME.values.FIELD.WORD`; `inRow`: all of them are seen. */
    | { kind: 'enum'; values: readonly string[]; inRow?: boolean }
    | { kind: 'switch'; disabled?: boolean }
    /** A control of one's own. */
    | ({
        kind: 'control';
        control: ComponentType<ControlProps>;
        /** Null is a choice with its own text, not an empty field. */
        nullIsChoice?: boolean;
      } & OwnShape)
    /** A whole part of the form, which has its own form items below `name`. */
    | ({
        kind: 'part';
        part: ComponentType<{ name: string }>;
        /** Its fields, as dotted names below its own; messages are shown there. */
        places: readonly string[];
        /** Which of these places hold numbers or amounts. */
        numbers?: Readonly<Record<string, 'number' | 'money'>>;
        /** Two values of it are compared as one, instead of field by field. */
        isOne?: boolean;
        /** The label of a field in it. */
        labelOf?: (t: TFunction, place: string) => string;
      } & OwnShape)
  );

/** A row, or the initial values of a new one. */
export type RowValues = Readonly<Record<string, unknown>>;

/** The fields of a form in order, and how it is sent. */
export interface FormDeclaration {
  fields: readonly FormField[];
  /** The contract's; checked before the server does. */
  schema: z.ZodType<object>;
  /** The initial values of a new row. */
  initial?: RowValues;
  /** The field at which a refusal of the whole is shown, by code (`email_taken` at `email`). */
  codes?: Readonly<Record<string, string>>;
  /** Sent only when changed, because sending the same value has a meaning (one's present email cancels a new one). */
  onlyChanged?: readonly string[];
  /** Turns what was typed into the contract's form before it is checked. */
  tidy?: (input: Record<string, unknown>) => Record<string, unknown>;
  /**
   * Asked before a row is changed: false when the person cancels, else what is sent in addition to the input, if
   * anything.
   */
  before?: (input: Readonly<Record<string, unknown>>, row: RowValues) => Promise<object | boolean>;
  after?: () => void;
  above?: ReactNode;
  /** The groups of a page's form that stand beside the others where the window has room for both. */
  beside?: readonly string[];
  /** The groups that have the whole width below both. */
  below?: readonly string[];
  /** Why nothing can be changed. */
  denied?: string | undefined;
  /** What a page's form needs could not be read. */
  failed?: { error: unknown; retry: () => void } | undefined;
  /** The width of the dialog, a length of CSS. */
  width?: string;
}

/**
 * A form as its resource declares it: a hook, because some of it depends on the person and the row. Null while it
 * waits for something.
 */
export type UseDeclaration = (id?: string) => FormDeclaration | null;

/** A row's page: its head, and its parts in order. */
export interface ShowDeclaration<R extends Row> {
  /** Its name, where that is no field of it. */
  title?: (row: R, formats: Formats) => string;
  /** Milliseconds between reloads while the row is changing; false when it is not. */
  lookEvery?: (row: R) => number | false;
  /** Above the head: a deleted row's notice with a button to restore it. */
  above?: ComponentType<{ row: R }>;
  /** Below its name. */
  subtitle?: ComponentType<{ row: R }>;
  actions?: ComponentType<{ row: R }>;
  parts: readonly ShowPart<R>[];
}

/** Fields by their types, titled `NAME.parts.GROUP`, with actions below; or a part written by hand. */
export type ShowPart<R extends Row> =
  | {
      group: string;
      fields: readonly (keyof R & string)[];
      /** Those of them that say nothing where the row has no value, and are left out then. */
      ifGiven?: readonly (keyof R & string)[];
      below?: ComponentType<{ row: R }>;
      /** It has enough fields for the part before and the one after to stand beside it. */
      isTall?: boolean;
    }
  | { part: ComponentType<{ row: R }> };

/**
 * A resource as data: its list, filters and permissions come from it (DESIGN section 1). Labels are
 * `NAME.fields.FIELD`, words of an enum `NAME.values.FIELD.WORD` in the admin texts.
 */
export interface Resource<R extends Row, One extends R = R> {
  /** Also the name of its texts, and of its folder below `/admin-panel`. */
  name: string;
  /** The folder below `/admin-panel`, if it differs from the name. */
  path?: string;
  /** The key of its title, if not `NAME.title`. */
  title?: TextKey;
  spec: ListSpec;
  /** The possible actions and who may do them: each route names its permission (`contract/http/route.ts`). */
  routes: ResourceRoutes;
  /** Screens written by hand, below the list's address: `show/:id`. The others are made from the declaration. */
  screens?: { list?: Screen; show?: Screen };
  /** How rows are created and changed: on separate pages, or in a dialog over the list. A separate chunk. */
  form?: { in: 'page' | 'dialog'; load: () => Promise<UseDeclaration> };
  /** A row's page. A separate chunk. */
  show?: () => Promise<ShowDeclaration<One>>;
  /** Further screens and actions below its address. */
  pages?: readonly Page[];
  /** The palette's text for creating a row. */
  newLabel?: TextKey;
  /** Added to a list that is made from the declaration; `include` is loaded with its rows. */
  list?: {
    include?: readonly string[];
    actions?: ComponentType;
    whenEmpty?: ComponentType;
    /** What the screen is about first; the list has a heading of its own below it, `NAME.listTitle`. */
    above?: ComponentType;
    below?: ComponentType;
    /** Above the rows: the sums of all that match, of a list that has them. */
    summary?: ComponentType<{ sums: Readonly<Record<string, number>> }>;
  };
  columns: readonly Column<R>[];
  filters: readonly FilterField[];
  /** Columns and filters (`FIELD`) and words of filters (`FIELD.WORD`) that are there while a metric is used, with its key. */
  whileUsed?: Readonly<Record<string, string>>;
  /** The column that names a row: it links to the row's page, or opens the dialog that changes it. */
  titleField?: keyof R & string;
  /** What is loaded in addition to a row, on its page and in its form. */
  include?: readonly string[];
  /** Offered as a file to people with the permission. */
  csv?: boolean;
  /** Acts on many rows at once, for people who may call the route. The acts are a separate chunk. */
  bulk?: { route: Route; acts: () => Promise<readonly BulkAct[]> };
}

/** An act on many rows: what it asks, and which fields of a row a dry run shows. Its name is `bulk.values.act.NAME`. */
export interface BulkAct {
  name: string;
  needs: Guarded;
  fields: readonly FormField[];
  /** The contract's schema of its input. */
  schema: z.ZodType<object>;
  initial?: RowValues;
  danger?: boolean;
  /** Why it would do nothing to a row, as far as the row tells; null if it would. The dry run decides. */
  wont?: (row: Row) => BulkCode | null;
  /** It can't be undone. */
  isFinal?: boolean;
  shows?: readonly string[];
  /** Says what an input does to `rows`, where "will change" says too little. */
  headline?: (input: object) => TextKey | undefined;
  /** A value of such a field, before or after the act. */
  value: ComponentType<{ field: string; value: unknown }>;
}

export type ScreenAction = 'list' | 'create' | 'edit' | 'show';

/** The route behind a screen: people who may call it may open the screen. */
export function routeOfScreen({ routes }: Pick<AnyResource, 'routes'>, action: ScreenAction): Route {
  const byAction = { list: routes.list, show: routes.one, create: routes.create, edit: routes.update };
  return byAction[action] ?? routes.list;
}

/** A resource with any type of rows. */
export type AnyResource = Omit<Resource<Row>, 'columns' | 'titleField' | 'show'> & {
  titleField?: string;
  show?: unknown;
};

/** The screens of a resource; a list always exists. */
export function actionsOf({ routes, form, screens, show }: AnyResource): ScreenAction[] {
  const isPage = form?.in === 'page';
  return [
    'list',
    ...(isPage && routes.create ? ['create' as const] : []),
    ...(isPage && routes.update ? ['edit' as const] : []),
    ...(show || screens?.show ? ['show' as const] : []),
  ];
}

/** What a list's filters need of a resource. */
export type ListedResource = Pick<Resource<Row>, 'name' | 'spec' | 'filters' | 'whileUsed'>;

/** Declares a resource with its row type checked. */
export function defineResource<R extends Row, One extends R = R>(
  resource: Resource<R, One>,
): Resource<R, One> {
  return resource;
}

/** The address `/admin-panel/…` of the list, and of a row. */
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
