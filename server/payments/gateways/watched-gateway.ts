import type { Logger } from 'pino';
import { closeAlarm, raiseAlarms } from '#server/alarms/raise-alarm.ts';
import type { Db } from '#server/db/tables.ts';
import { type Gateway, GatewayError, type GatewayFailure } from './driver.ts';
import { clearFailures, countFailure } from './gateway-failure-store.ts';

interface WatchDeps {
  db: Db;
  clock: { now(): Date };
  log: Pick<Logger, 'warn'>;
}

/** One call that fails may be a moment's trouble of the network. */
export const failuresOfAGateway = 3;

/** What is the gateway's fault or that of our keys, and how much it counts: `refused` is an answer like any other. */
const weights: Record<GatewayFailure, number> = {
  timeout: 1,
  unreachable: 1,
  unreadable: 1,
  key_refused: failuresOfAGateway,
  refused: 0,
  forged: 0,
};

/** A gateway whose failures in a row raise an alarm, which ends with the first call that is answered. */
export function watchedGateway(deps: WatchDeps, gateway: Gateway): Gateway {
  const watched =
    <Asked, Answer>(ask: (asked: Asked) => Promise<Answer>) =>
    async (asked: Asked): Promise<Answer> => {
      try {
        const answer = await ask(asked);
        await noted(deps, () => noteAnswer(deps, gateway.name));
        return answer;
      } catch (error) {
        if (error instanceof GatewayError)
          await noted(deps, () => noteFailure(deps, gateway.name, error.failure));
        throw error;
      }
    };
  return {
    name: gateway.name,
    // A notice is no call: anybody can send one.
    event: (notice) => gateway.event(notice),
    start: watched((order) => gateway.start(order)),
    status: watched((asked) => gateway.status(asked)),
    findRefund: gateway.findRefund && watched(gateway.findRefund),
    refund: watched((order) => gateway.refund(order)),
    charge: watched((order) => gateway.charge(order)),
  };
}

/** What happened at the gateway counts, whether or not it could be noted. */
async function noted({ log }: WatchDeps, note: () => Promise<void>): Promise<void> {
  try {
    await note();
  } catch (error) {
    log.warn({ err: error }, 'how a gateway answers could not be noted');
  }
}

async function noteAnswer({ db, clock }: Omit<WatchDeps, 'log'>, name: string): Promise<void> {
  if (await clearFailures(db, name)) await closeAlarm(db, { kind: 'gateway', cause: name }, clock.now());
}

function noteFailure({ db, clock }: WatchDeps, name: string, failure: GatewayFailure): Promise<void> {
  if (weights[failure] === 0) return noteAnswer({ db, clock }, name);
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    const count = await countFailure(tx, name, weights[failure], now);
    if (count < failuresOfAGateway) return;
    await raiseAlarms(tx, 'gateway', [{ cause: name, name, subject_id: null }], now);
  });
}
