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
      const goods = store.findImport(id);
      if (!goods || view.readOnly) return page(200, importPage(view, []));
      return page(200, previewPage(view, { id, lines: linesOf(goods) }));
    },

    read(form: URLSearchParams, file: Uint8Array | undefined): Reply {
      const known = knownGoods();
      const read = readGoodsFile(file ?? new Uint8Array(), (line) => known(line)?.unit);
      const isWhole = read.faults.length === 0;
      // A file mended meanwhile comes with the same form: what is right of this one has an id of its own.
      const id = isWhole ? onceOf(form) : randomUUID();
      if (read.goods.length > 0) store.keepImport(id, read.goods, view.now);
      if (isWhole) return seeOther(`/goods/import?id=${id}`);
      return page(422, importPage(view, read.faults, { id, count: read.goods.length }));
    },

    /** A second time there is nothing left to confirm. */
    confirm(form: URLSearchParams): Reply {
      const id = field(form, 'id');
      const goods = store.findImport(id);
      if (!goods) return seeOther('/goods');
      store.importGoods(linesOf(goods), view.now);
      store.forgetImport(id);
      return seeOther(`/goods?imported=${goods.length}`);
    },
  };

  function linesOf(goods: readonly FileLine[]): ImportLine[] {
    const knownOf = knownGoods();
    return goods.map(({ emptied, ...input }) => {
      const known = knownOf(input);
      return { id: randomUUID(), input: known ? filledUp(input, known, emptied) : input, known };
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

/** What a file leaves empty stays as it is, unless it says that it is to be empty; a limit in another unit is none. */
function filledUp(input: GoodsInput, known: Goods, emptied: FileLine['emptied']): GoodsInput {
  const few = input.unit === known.unit ? known.few : null;
  const was = { ...known, few, ...Object.fromEntries(emptied.map((field) => [field, null])) };
  return {
    ...input,
    code: input.code ?? was.code,
    category: input.category ?? was.category,
    cost: input.cost ?? was.cost,
    few: input.few ?? was.few,
  };
}
