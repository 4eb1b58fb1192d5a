import { setTimeout as wait } from 'node:timers/promises';
import { type EventType, eventTypeNames } from '#contract/panel/event-types.ts';
import { newId } from '#server/kernel/ids.ts';
import { readEvents } from '#server/webhooks/delivery/read-event.ts';
import { eventsAfter, newestEvent } from '#server/webhooks/delivery/delivery-store.ts';
import { keepListener, removeListener } from '#server/events/listener-store.ts';
import { type Command, UsageError } from './command.ts';

const lookEveryMs = 300;
const listenerSeconds = 60;
const renewEveryMs = 20_000;

export const eventsListen: Command = {
  name: 'events listen',
  summary: 'Prints events as they happen, one JSON a line, until it is stopped.',
  details: [
    'Each line is what a webhook would get. It needs no webhook and no receiver: for building one. Events that happened',
    'before are not printed. Ctrl+C ends it; with --count it stops by itself. docs/events.md has every type.',
  ].join('\n'),
  options: {
    types: { type: 'string', value: 'TYPE,…', description: 'only these types; else all' },
    count: { type: 'string', value: 'NUMBER', description: 'stop after so many' },
  },
  async run({ options, open, clock, print }) {
    const types = typesIn(options.types);
    const left = countIn(options.count);
    const { platform, database } = await open();
    const { db } = database;
    const id = newId(clock.now());
    const renew = () =>
      keepListener(db, { id, events: types, until: secondsAfter(clock.now(), listenerSeconds) });
    await renew();
    let renewedAt = performance.now();
    let seen = await newestEvent(db);
    let printed = 0;
    try {
      while (printed < left) {
        if (performance.now() - renewedAt > renewEveryMs) {
          await renew();
          renewedAt = performance.now();
        }
        await readEvents(platform, clock.now());
        for (const { seq, type, at, data } of await eventsAfter(db, seen)) {
          seen = seq;
          if (type === 'webhook.test' || !types.includes(type) || printed >= left) continue;
          print(JSON.stringify({ type, timestamp: at.toISOString(), data }));
          printed += 1;
        }
        if (printed < left) await wait(lookEveryMs);
      }
    } finally {
      await removeListener(db, id);
    }
    return { ok: true, lines: [], data: { printed } };
  },
};

function typesIn(given: string | boolean | undefined): EventType[] {
  if (typeof given !== 'string') return [...eventTypeNames];
  return given.split(',').map((name) => {
    const type = eventTypeNames.find((one) => one === name.trim());
    if (!type) throw new UsageError(`"${name}" is no type of event: docs/events.md has them.`);
    return type;
  });
}

function countIn(given: string | boolean | undefined): number {
  if (typeof given !== 'string') return Infinity;
  const count = Number(given);
  if (!Number.isInteger(count) || count < 1) throw new UsageError(`"${given}" is no number of events.`);
  return count;
}

function secondsAfter(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}
