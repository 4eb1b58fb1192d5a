import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { provisionerResult } from '#contract/cabinets/provisioner.ts';
import { parseJson } from '#server/kernel/parse-json.ts';
import { sendJson, serveCheck, signatureJudge } from './check-server.ts';

interface Options {
  secret: string;
  host: string;
  port: number;
}

/** The calls to the platform's side, each as a list of reasons to refuse it. */
export interface ProvisionerCalls {
  results: string[][];
  backups: string[][];
}

/**
 * Plays the platform's side for a provisioner: accepts the results of its operations and serves the data for a new
 * database (`docs/cabinet-protocol.md`, "Conformance").
 */
export async function playForProvisioner({ secret, host, port }: Options) {
  const signatureFaults = signatureJudge(secret);
  const calls: ProvisionerCalls = { results: [], backups: [] };
  const waiting = new Map<string, () => void>();
  const ended = new Set<string>();
  let given: { id: string; file: string } | undefined;
  const server = await serveCheck({ host, port }, answer);
  const name = host.includes(':') ? `[${host}]` : host;

  return {
    calls,
    apiUrl: `http://${name}:${server.port}/api`,
    /** Resolves when the operation's result has come, or after that time. */
    async resultOf(operation: string, ms: number): Promise<void> {
      if (ended.has(operation)) return;
      await new Promise<void>((done) => {
        const timer = setTimeout(done, ms);
        waiting.set(operation, () => {
          clearTimeout(timer);
          done();
        });
      });
      waiting.delete(operation);
    },
    /** Makes this file the backup with that id. */
    give: (backup: { id: string; file: string }) => void (given = backup),
    close: server.close,
  };

  async function answer(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const path = `${request.method} ${request.url}`;
    const { faults } = await signatureFaults(request, body);
    if (path === 'POST /api/provisioner/results') return takeResult(response, body, faults);
    if (given && path === `GET /api/provisioner/backups/${given.id}`) {
      calls.backups.push(faults);
      if (faults.length > 0) return refuse(response, faults);
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      return pipeline(createReadStream(given.file), response);
    }
    sendJson(response, 404, { message: 'unknown', code: 'not_found' });
  }

  function takeResult(response: ServerResponse, body: string, faults: string[]): void {
    const { data, error } = provisionerResult.safeParse(parseJson(body));
    const wrong = error?.issues.map(({ path, message }) => path.join('.') || message) ?? [];
    calls.results.push([...faults, ...wrong.map((field) => `not as the page has it: ${field}`)]);
    if (faults.length > 0) return refuse(response, faults);
    if (!data) return sendJson(response, 422, { message: wrong.join('; '), code: 'validation_failed' });
    ended.add(data.operation);
    waiting.get(data.operation)?.();
    sendJson(response, 200, { data: {} });
  }

  function refuse(response: ServerResponse, faults: string[]): void {
    sendJson(response, 401, { message: faults.join('; '), code: 'unauthorized' });
  }
}
export type PlayedForProvisioner = Awaited<ReturnType<typeof playForProvisioner>>;
