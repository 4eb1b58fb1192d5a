import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** What stands before the hosts: each connection goes to the next one, after as many milliseconds as are set. */
export interface Front extends AsyncDisposable {
  delayMs: number;
}

export async function startFront(port: number, targets: readonly number[]): Promise<Front> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
    void pass(socket);
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const front = {
    delayMs: 0,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
  return front;

  async function pass(socket: Socket): Promise<void> {
    if (front.delayMs > 0) await wait(front.delayMs);
    const target = connect(targets[turn++ % targets.length] ?? 0, '127.0.0.1');
    target.on('error', () => socket.destroy());
    socket.pipe(target).pipe(socket);
  }
}
