import { once } from 'node:events';
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import autocannon from 'autocannon';

/** Calls of somebody with a token; each throws unless the answer is a success. */
export type Caller = ReturnType<typeof callerOf>;
type Body = string | Uint8Array<ArrayBuffer>;

export function callerOf(address: string, token: string) {
  async function send(
    method: string,
    path: string,
    body?: Body,
    { 'content-type': type = 'application/json', ...more }: Record<string, string> = {},
  ) {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': type }), ...more };
    const answer = await fetch(address + path, { method, headers, body });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }
  const readText = async (path: string) => (await send('GET', path)).text();
  return {
    address,
    token,
    send,
    readText,
    read: async <Answer>(path: string): Promise<Answer> => JSON.parse(await readText(path)),
    async sendJson<Answer>(method: string, path: string, body?: object): Promise<Answer> {
      return (await send(method, path, body && JSON.stringify(body))).json() as Answer;
    },
  };
}

type Sending = {
  agent: http.Agent;
  method?: 'POST' | 'PATCH';
  headers?: Record<string, string>;
  parts?: readonly (Buffer | string)[];
};

/** Sends bytes, as a POST unless told otherwise; throws for an error status. */
export async function sendBytes(
  url: URL,
  { agent, method = 'POST', headers, parts = [] }: Sending,
): Promise<{ location: string; body: string }> {
  const length = { 'content-length': lengthOf(parts) };
  const request = http.request(url, { agent, method, headers: { ...headers, ...length } });
  for (const part of parts) request.write(part);
  request.end();
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  const body = String(await buffer(answer));
  if ((answer.statusCode ?? 500) >= 300) throw new Error(`${answer.statusCode} ${body}`);
  return { location: answer.headers.location ?? '', body };
}

export const lengthOf = (parts: readonly (Buffer | string)[]): number =>
  parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);

const SECONDS = 3;

type Load = { url: string; connections: number; paths?: readonly string[]; body?: string };

/** Answers per second over several connections, for a few seconds: of one address, or of paths in turn. Posts a body as JSON. */
export async function requestsPerSecond({ url, connections, paths, body }: Load): Promise<number> {
  const posted = { method: 'POST' as const, headers: { 'content-type': 'application/json' }, body };
  const requests = paths?.map((path) => ({ path }));
  const result = await autocannon({ url, connections, requests, duration: SECONDS, ...(body && posted) });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} failed: ${JSON.stringify(result)}`);
  return result.requests.average;
}

export type Download = { millisecondsToFirstByte: number; megabytesPerSecond: number };

/** Reads a response as fast as it arrives and discards it. */
export function download(url: string, headers: Record<string, string> = {}): Promise<Download> {
  const { promise, resolve, reject } = Promise.withResolvers<Download>();
  const started = performance.now();
  const request = http.get(url, { headers, agent: false }, (answer) => {
    let [bytes, millisecondsToFirstByte] = [0, 0];
    answer.on('data', (chunk: Buffer) => {
      if (bytes === 0) millisecondsToFirstByte = performance.now() - started;
      bytes += chunk.length;
    });
    answer.on('error', reject);
    answer.on('end', () => {
      if (bytes !== Number(answer.headers['content-length'])) return reject(new Error(`${url} came short`));
      resolve({ millisecondsToFirstByte, megabytesPerSecond: bytes / 1_000 / (performance.now() - started) });
    });
  });
  request.on('error', reject);
  return promise;
}
