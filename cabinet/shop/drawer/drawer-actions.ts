import * as z from 'zod';
import { refusalsByField } from '#contract/kernel/issues.ts';
import { line } from '#contract/kernel/primitives.ts';
import { page, seeOther, type Reply } from '../../http.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import type { CabinetStore } from '../../store/cabinet-store.ts';
import { field, onceOf, type Typed } from '../forms.ts';
import { sum } from '../goods/goods.ts';
import { deniedPage, missingPage } from '../locked-page.ts';
import { mayCloseDrawer, readerName, sellerSeen } from '../rights.ts';
import { type DrawerField, drawerPage } from './drawer-page.ts';
import type { Drawer } from './drawers-store.ts';

type DrawerForm = Typed<DrawerField>;
const untyped: DrawerForm = { values: { float: '', amount: '', reason: '', counted: '' }, errors: {} };

const openInput = z.object({ float: sum });
const moveInput = z.object({
  amount: sum.refine((amount) => amount > 0, { error: 'validation.moreThanNone' }),
  reason: line({ min: 1, max: 100 }),
});
const closeInput = z.object({ counted: sum });

/** The cash drawer of who sells: its float, what is put in and taken out, and its count. */
export function drawerActions(store: CabinetStore, view: CabinetView) {
  const person = view.session.person_id;

  return {
    show(query: URLSearchParams): Reply {
      if (!query.has('number')) return shown(200, untyped, own());
      const drawer = named(query);
      return drawer ? shown(200, untyped, drawer) : missing();
    },

    /** What the pressed button says. Cash is moved by whose drawer it is; the owner may close those of others. */
    act(form: URLSearchParams): Reply {
      const act = field(form, 'do');
      const made = { once: onceOf(form), now: view.now, by: readerName(view) };
      if (act === 'open') {
        if (person === null) return page(403, deniedPage(view, 'member'));
        const read = readForm(openInput, form);
        if (!read.data) return shown(422, read.typed, own());
        store.openDrawer({ ...made, ...read.data, person, name: made.by });
        return seeOther('/drawer');
      }
      const drawer = named(form);
      if (!drawer) return missing();
      if (act === 'close') {
        if (!mayCloseDrawer(view, drawer)) return page(403, deniedPage(view, 'admin'));
        const read = readForm(closeInput, form);
        if (!read.data) return shown(422, read.typed, drawer);
        store.closeDrawer(drawer.number, { ...made, ...read.data });
        return seeOther(`/drawer?number=${drawer.number}`);
      }
      if (drawer.person !== person) return page(403, deniedPage(view, 'admin'));
      const read = readForm(moveInput, form);
      if (!read.data) return shown(422, read.typed, drawer);
      const { amount, reason } = read.data;
      store.moveCash(drawer.number, { ...made, reason, amount: act === 'out' ? -amount : amount });
      return seeOther('/drawer');
    },
  };

  function own(): Drawer | undefined {
    return person === null ? undefined : store.ownDrawer(person);
  }

  /** Who doesn't see the turnover sees no drawer of others. */
  function named(sent: URLSearchParams): Drawer | undefined {
    const number = Number(field(sent, 'number'));
    const drawer = Number.isSafeInteger(number) ? store.findDrawer(number) : undefined;
    const seen = sellerSeen(view);
    return drawer && (seen === null || drawer.person === seen) ? drawer : undefined;
  }

  function shown(status: number, typed: DrawerForm, drawer: Drawer | undefined): Reply {
    return page(status, drawerPage(view, typed, { drawer, drawers: store.drawers(sellerSeen(view)) }));
  }

  function missing(): Reply {
    return page(404, missingPage(view, { href: '/drawer', label: view.t('drawer.title') }));
  }
}

function readForm<Data>(
  input: z.ZodType<Data>,
  form: URLSearchParams,
): { data: Data; typed?: undefined } | { data?: undefined; typed: DrawerForm } {
  const values = {
    float: field(form, 'float'),
    amount: field(form, 'amount'),
    reason: field(form, 'reason'),
    counted: field(form, 'counted'),
  };
  const parsed = input.safeParse(values, { reportInput: true });
  return parsed.success
    ? { data: parsed.data }
    : { typed: { values, errors: refusalsByField(parsed.error) } };
}
