import { dayAfter, dayOf } from '../../month.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import type { CabinetStore } from '../../store/cabinet-store.ts';
import type { Goods } from '../goods/goods.ts';
import { sellerSeen } from '../rights.ts';
import { returnedIn } from '../sales/month-chart.ts';
import type { DaySum, Taking } from '../sales/sums-store.ts';

/** What the home page says of the shop. */
export interface HomeFacts {
  today: DaySum;
  /** What was taken today, by way of paying. */
  takings: Taking[];
  yesterday: DaySum;
  month: Pick<DaySum, 'total' | 'receipts' | 'returned'>;
  /** The days of this month on which something was sold or came back. */
  days: DaySum[];
  goods: number;
  runningOut: Goods[];
  /** As the shop calls itself; empty where it does not. */
  shopName: string;
  /** Whether the shop is too empty to work: few goods, and nothing ever sold. */
  isNew: boolean;
}

/** The number of goods that make a shop. */
const firstGoods = 3;
const mostRunningOut = 5;

export function readHome(store: CabinetStore, view: CabinetView): HomeFacts {
  const { now, entitlements } = view;
  const today = dayOf(now, entitlements.time_zone);
  const yesterday = dayAfter(today, -1);
  const first = `${today.slice(0, 7)}-01`;
  const soldBy = sellerSeen(view);
  const sums = store.sumsByDay({ from: yesterday < first ? yesterday : first, to: today, soldBy });
  const ofDay = (day: string) =>
    sums.find((sum) => sum.day === day) ?? { day, total: 0, returned: 0, receipts: 0, rounding: 0 };
  const ofMonth = sums.filter(({ day }) => day >= first);
  const goods = store.countGoods();
  const { name, few } = store.shopFacts();
  return {
    today: ofDay(today),
    takings: store.takings({ from: today, to: today, soldBy }),
    yesterday: ofDay(yesterday),
    month: {
      total: ofMonth.reduce((all, sum) => all + sum.total, 0),
      receipts: ofMonth.reduce((all, sum) => all + sum.receipts, 0),
      returned: returnedIn(ofMonth),
    },
    days: ofMonth,
    goods,
    runningOut: store.goodsRunningOut({ few, limit: mostRunningOut }),
    shopName: name,
    isNew: goods < firstGoods && !store.hasSold(),
  };
}
