import { mayAs, type MemberRole } from '#contract/accounts/member-role.ts';
import type { TicketAnswer } from '#contract/cabinets/cabinet.ts';
import { dayAfter, dayOf } from '../month.ts';
import type { CabinetView } from '../pages/cabinet-layout.ts';
import { isAtLeast, roleOf } from '../pages/role.ts';
import type { ShopFacts } from './own/shop-facts.ts';
import type { Receipt } from './sales/sales-store.ts';

/**
 * Who may what in the shop, by the roles of the account (docs/decisions/0232): owners and administrators everything,
 * bookkeepers see everything and change nothing, members are cashiers who sell, see what they have sold, and take goods
 * back on any receipt whose number they have (0297).
 */
const lowestToRead: Readonly<Record<string, MemberRole>> = {
  '/goods/new': 'admin',
  '/goods/edit': 'admin',
  '/goods/import': 'admin',
  '/goods/sample.xlsx': 'admin',
  '/shop': 'admin',
  '/goods.csv': 'billing',
  '/sales.csv': 'billing',
  '/report': 'billing',
  '/report.csv': 'billing',
};
const changesOfCashiers = ['/sale', '/receipt/void', '/receipt/return', '/drawer'];

/** The lowest role that may, for a reader who may not. */
export function roleLacking(
  view: CabinetView,
  { path, changes }: { path: string; changes: boolean },
): MemberRole | undefined {
  const lowest = changes
    ? changesOfCashiers.includes(path)
      ? 'member'
      : 'admin'
    : (lowestToRead[path] ?? 'member');
  return isAtLeast(view, lowest) ? undefined : lowest;
}

/** A bookkeeper's cabinet is to be read. */
export function forRole(view: CabinetView): CabinetView {
  return view.readOnly === undefined && roleOf(view) === 'billing'
    ? { ...view, readOnly: 'bookkeeper' }
    : view;
}

/** Where a sign-in leads: who may not manage the company has another first page, which the tariff decides. */
export function afterSignIn({ person }: Pick<TicketAnswer, 'person'>): string {
  return person && !mayAs(person.role, 'admin') ? '/?first' : '/';
}

/** Where the reader begins after the sign-in: a cashier at the till, a bookkeeper with the month. */
export function firstPage(view: CabinetView, isOpen: boolean): string {
  const role = roleOf(view);
  if (isOpen && role === 'member' && !view.readOnly) return '/sale';
  return isOpen && role === 'billing' ? '/sales?period=month' : '/';
}

/** The shop's turnover, reports, and what others sold. */
export function seesTurnover(view: CabinetView): boolean {
  return isAtLeast(view, 'billing');
}

/** Whose sales the reader sees; null is everybody's. */
export function sellerSeen(view: CabinetView): string | null {
  return seesTurnover(view) ? null : (view.session.person_id ?? '');
}

/** The name under which the reader sells: that of the colleague who acts as the client, else the person's. */
export function readerName({ session }: CabinetView): string {
  return session.acting_user ?? session.name;
}

/** Adding, changing, importing and deleting goods, and what the shop says of itself. */
export function keepsGoods(view: CabinetView): boolean {
  return !view.readOnly && isAtLeast(view, 'admin');
}

/** The largest discount that the reader may give, in percent; null is any. Only cashiers are bound. */
export function discountBound(view: CabinetView, { mostDiscount }: ShopFacts): number | null {
  return isAtLeast(view, 'admin') ? null : mostDiscount;
}

/** Cashiers undo what they sold on the same day, as far as the shop lets them; all else the owner does. */
export function mayUndo(
  view: CabinetView,
  { cashierUndo }: Pick<ShopFacts, 'cashierUndo'>,
  { day, sold_by }: Pick<Receipt, 'day' | 'sold_by'>,
): boolean {
  if (view.readOnly) return false;
  if (isAtLeast(view, 'admin')) return true;
  return cashierUndo && day === todayOf(view) && sold_by === sellerSeen(view);
}

/** The number of days after a sale in which any cashier takes its goods back; later the owner does. */
export const daysToReturn = 14;

export function mayTakeGoods(view: CabinetView, { day }: Pick<Receipt, 'day'>): boolean {
  if (view.readOnly) return false;
  return isAtLeast(view, 'admin') || dayAfter(day, daysToReturn) >= todayOf(view);
}

/**
 * Moving and counting the cash of a drawer: who opened it, whose cash sales go into it, and the owner, who also counts a
 * forgotten one. `inUse` is the drawer of the reader's cash.
 */
export function mayUseDrawer(
  view: CabinetView,
  { person, number }: { person: string; number: number },
  inUse: { number: number } | undefined,
): boolean {
  if (view.readOnly) return false;
  return person === view.session.person_id || number === inUse?.number || isAtLeast(view, 'admin');
}

function todayOf({ now, entitlements }: CabinetView): string {
  return dayOf(now, entitlements.time_zone);
}
