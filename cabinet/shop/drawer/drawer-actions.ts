import * as z from 'zod';
import { refusalsByField } from '#contract/kernel/issues.ts';
import { line } from '#contract/kernel/primitives.ts';
import { money, typedSum } from '../../format.ts';
import { page, seeOther, type Reply } from '../../http.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import type { CabinetStore } from '../../store/cabinet-store.ts';
import { field, onceOf, type Typed } from '../forms.ts';
import { sum } from '../goods/goods.ts';
import { deniedPage, missingPage } from '../locked-page.ts';
import { mayUseDrawer, readerName, seesTurnover, sellerSeen } from '../rights.ts';
import { differenceText, type DrawerField, drawerPage } from './drawer-page.ts';
import type { Drawer } from './drawers-store.ts';

type DrawerForm = Typed<DrawerField>;

const openInput = z.object({ float: sum });
const moveInput = z.object({
  amount: sum.refine((amount) => amount > 0, { error: 'validation.moreThanNone' }),
  reason: line({ min: 1, max: 100 }),
});
const closeInput = z.object({ counted: sum, why: line({ min: 0, max: 100 }) });

/** The cash drawer of who sells: its float, what is put in and taken out, and its count. */
export function drawerActions(store: CabinetStore, view: CabinetView) {
  const person = view.session.person_id;
  const inUse = person === null ? undefined : store.drawerOf(person);

  return {
    show(query: URLSearchParams): Reply {
      if (!query.has('number')) return shown(200, inUse);
      const drawer = named(query);
      return drawer ? shown(200, drawer) : missing();
    },

    /** What the pressed button says. */
    act(form: URLSearchParams): Reply {
      const made = { once: onceOf(form), now: view.now, by: readerName(view) };
      if (field(form, 'do') === 'open') {
        if (person === null) return page(403, deniedPage(view, 'member'));
        const read = readForm(openInput, form);
        if (!read.data) return shown(422, inUse, read.typed);
        store.openDrawer({ ...made, ...read.data, person, name: made.by });
        return seeOther('/drawer');
      }
      const drawer = named(form);
      if (!drawer) return missing();
      if (!mayUseDrawer(view, drawer, inUse)) return page(403, deniedPage(view, 'admin'));
      return changed(form, drawer, made);
    },
  };

  /** Puts in, takes out, undoes the last of these, or counts. */
  function changed(
    form: URLSearchParams,
    drawer: Drawer,
    made: { once: string; now: Date; by: string },
  ): Reply {
    const act = field(form, 'do');
    const done = seeOther(`/drawer?number=${drawer.number}`);
    if (act === 'undo') {
      store.undoMove(drawer.number, Number(field(form, 'move')), made);
      return done;
    }
    if (act === 'close') {
      const read = readForm(closeInput, form);
      if (!read.data) return shown(422, drawer, read.typed);
      const { counted, why } = read.data;
      const difference = store.closeDrawer(drawer.number, { ...made, counted, reason: why, person });
      return difference === undefined ? done : shown(422, drawer, unexplained(view, form, difference));
    }
    const read = readForm(moveInput, form);
    if (!read.data) return shown(422, drawer, read.typed);
    const { amount, reason } = read.data;
    const there = store.moveCash(drawer.number, {
      ...made,
      reason,
      amount: act === 'out' ? -amount : amount,
    });
    if (there === undefined) return done;
    return shown(422, drawer, tooMuch(view, form, there));
  }

  /** Who doesn't see the turnover sees no drawer of others but the one in use, and those that they counted. */
  function named(sent: URLSearchParams): Drawer | undefined {
    const number = Number(field(sent, 'number'));
    const drawer = Number.isSafeInteger(number) ? store.findDrawer(number) : undefined;
    const seen = sellerSeen(view);
    const isOwn = drawer?.person === seen || drawer?.counted_by === seen;
    return seen === null || isOwn || drawer?.number === inUse?.number ? drawer : undefined;
  }

  function shown(status: number, drawer: Drawer | undefined, typed?: DrawerForm): Reply {
    const lastCount = person === null ? undefined : store.lastCount(person);
    const float = lastCount ? typedSum(lastCount.counted, view.locale) : '';
    const untyped: DrawerForm = { values: { ...typedIn(new URLSearchParams()), float }, errors: {} };
    const facts = { drawer, inUse, lastCount, drawers: store.drawers(sellerSeen(view)) };
    return page(status, drawerPage(view, typed ?? untyped, facts));
  }

  function missing(): Reply {
    return page(404, missingPage(view, { href: '/drawer', label: view.t('drawer.title') }));
  }
}

/** More than there is in a drawer, which a cashier has still to count. */
function tooMuch(view: CabinetView, form: URLSearchParams, there: number): DrawerForm {
  const { locale, entitlements } = view;
  const params = { sum: money(there, { currency: entitlements.currency, locale }) };
  return {
    values: typedIn(form),
    errors: {
      amount: [
        seesTurnover(view) ? { key: 'validation.onlyInDrawer', params } : { key: 'validation.notInDrawer' },
      ],
    },
  };
}

/** A count that differs, and no word why. A cashier counts again without knowing by how much. */
function unexplained(view: CabinetView, form: URLSearchParams, difference: number): DrawerForm {
  const params = { difference: differenceText(view, difference) };
  const key = seesTurnover(view) ? 'validation.whyDiffers' : 'validation.whyDiffersBlind';
  return { values: typedIn(form), errors: { why: [{ key, params }] } };
}

function typedIn(form: URLSearchParams): DrawerForm['values'] {
  return {
    float: field(form, 'float'),
    amount: field(form, 'amount'),
    reason: field(form, 'reason'),
    counted: field(form, 'counted'),
    why: field(form, 'why'),
  };
}

function readForm<Data>(
  input: z.ZodType<Data>,
  form: URLSearchParams,
): { data: Data; typed?: undefined } | { data?: undefined; typed: DrawerForm } {
  const values = typedIn(form);
  const parsed = input.safeParse(values, { reportInput: true });
  return parsed.success
    ? { data: parsed.data }
    : { typed: { values, errors: refusalsByField(parsed.error) } };
}
