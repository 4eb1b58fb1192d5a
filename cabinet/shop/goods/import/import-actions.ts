import { randomUUID } from 'node:crypto';
import { page, seeOther, type Reply } from '../../../http.ts';
import type { CabinetView } from '../../../pages/cabinet-layout.ts';
import type { CabinetStore } from '../../../store/cabinet-store.ts';
import { field, onceOf } from '../../forms.ts';
import type { Goods, GoodsInput } from '../goods.ts';
import { type ImportLine, importPage, previewPage } from './import-page.ts';
import { type FileLine, readGoodsFile } from './read-goods-file.ts';

/**
 * Goods from a file in two steps: reading it shows what would happen or everything that is wrong, and then offers to
 * go on with the right lines alone. Confirming writes all that was shown, or nothing.
 */
export function importActions(store: CabinetStore, view: CabinetView) {
  return {
    show(query: URLSearchParams): Reply {
      const id = field(query, 'id');
      const read = store.findImport(id);
      if (!read || view.readOnly) return page(200, importPage(view));
      return page(200, previewPage(view, { id, lines: linesOf(read.goods), ignored: read.ignored, query }));
    },

    read(form: URLSearchParams, file: Uint8Array | undefined): Reply {
      const known = knownGoods();
      const { currency } = view.entitlements;
      const read = readGoodsFile(file ?? new Uint8Array(), known, { locale: view.locale, currency });
      const isWhole = read.faults.length === 0;
      // A file mended meanwhile comes with the same form: what is right of this one has an id of its own.
      const id = isWhole ? onceOf(form) : randomUUID();
      if (read.goods.length > 0) store.keepImport(id, read, view.now);
      if (isWhole) return seeOther(`/goods/import?id=${id}`);
      return page(422, importPage(view, read, { id, count: read.goods.length }));
    },

    /** A second time there is nothing left to confirm. */
    confirm(form: URLSearchParams): Reply {
      const id = field(form, 'id');
      const read = store.findImport(id);
      if (!read) return seeOther('/goods');
      const lines = linesOf(read.goods);
      store.importGoods(lines, { importId: id, now: view.now });
      return seeOther(`/goods?imported=${lines.length}`);
    },
  };

  function linesOf(goods: readonly FileLine[]): ImportLine[] {
    const knownOf = knownGoods();
    return goods.flatMap((line) => {
      const known = knownOf(line);
      const input = filledUp(line, known);
      const namesake = known ? undefined : knownOf({ ...line, code: null });
      return input ? { id: randomUUID(), input, known, namesake } : [];
    });
  }

  /** An item is the same by its code or, for a line without one, by its name. */
  function knownGoods() {
    const all = store.everyGoods();
    const byName = new Map(all.map((item) => [item.name, item]));
    const byCode = new Map(all.map((item) => [item.code, item]));
    return ({ name, code }: { name: string; code: string | null }): Goods | undefined =>
      code === null || code === '' ? byName.get(name) : byCode.get(code);
  }
}

/**
 * What a file leaves empty stays as it is, unless it says that it is to be empty; a limit in another unit is none.
 * Undefined where a new item would have no price, because the one that it was read for was deleted meanwhile.
 */
function filledUp(
  { emptied, delivered, ...line }: FileLine,
  known: Goods | undefined,
): GoodsInput | undefined {
  const price = line.price ?? known?.price;
  if (price === undefined) return undefined;
  const quantity = (line.quantity ?? known?.quantity ?? 0) + (delivered ?? 0);
  if (!known) return { ...line, price, quantity };
  const few = line.unit === known.unit ? known.few : null;
  const was = { ...known, few, ...Object.fromEntries(emptied.map((field) => [field, null])) };
  return {
    ...line,
    price,
    quantity,
    code: line.code ?? was.code,
    category: line.category ?? was.category,
    cost: line.cost ?? was.cost,
    few: line.few ?? was.few,
  };
}
