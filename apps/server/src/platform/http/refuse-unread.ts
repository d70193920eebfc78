import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ProblemCode } from '@keepsake/contracts/platform/problem';
import type { FastifyInstance } from 'fastify';
import { newId } from '../ids.ts';
import { Problem, problemBodyOf } from '../problem.ts';

/** What Node fails with before there is a request; everything else that it cannot read is a 400. */
const REFUSALS: Record<string, { status: number; code: ProblemCode }> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'too-large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'invalid-request' },
  EXPECTATION_FAILED: { status: 417, code: 'invalid-request' },
};

/** A request expects something other than `100-continue`: Node would answer by itself. */
export class UnknownExpectation extends Error {
  readonly code = 'EXPECTATION_FAILED';
}

/** Headers that belong to one answer, and not to every one. */
const OF_ONE_ANSWER = /^(content-(type|length)$|x-ratelimit-|retry-after$|connection$|date$|keep-alive$)/;

/**
 * Answers a connection whose request cannot even be read, such as one with too many headers, an expectation that nobody knows or a
 * handshake of a web socket without its key: as a problem, with the headers of all other answers, which `sampleUrl` shows.
 */
export function createRefusal(sampleUrl: string, correlationHeader: string) {
  let common: Promise<[string, string][]> | null = null;

  async function headersOf(app: FastifyInstance): Promise<[string, string][]> {
    const { headers } = await app.inject(sampleUrl);
    return Object.entries(headers)
      .filter(([name]) => !OF_ONE_ANSWER.test(name) && name !== correlationHeader.toLowerCase())
      .map(([name, value]) => [name, String(value)]);
  }
  return async (app: FastifyInstance, error: Error & { code?: string }, socket: Socket): Promise<void> => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const { status, code } = REFUSALS[error.code ?? ''] ?? { status: 400, code: 'invalid-request' };
    const id = newId();
    const body = JSON.stringify({ ...problemBodyOf(new Problem(code), id), status });
    common ??= headersOf(app);
    const headers = [
      ...(await common.catch(() => [])),
      [correlationHeader, id],
      ['content-type', 'application/problem+json; charset=utf-8'],
      ['content-length', String(Buffer.byteLength(body))],
      ['connection', 'close'],
    ];
    app.log.debug({ correlationId: id, code: error.code, status }, 'a request could not be read');
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers.map((line) => line.join(': '))];
    if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    socket.destroySoon();
  };
}
