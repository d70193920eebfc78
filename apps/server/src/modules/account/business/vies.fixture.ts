import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Question = Record<'countryCode' | 'vatNumber' | 'requesterMemberStateCode' | 'requesterNumber', string>;
type Reply = (response: ServerResponse) => unknown;

const json =
  (body: object, status = 200): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Possible answers of the register, as VIES writes them. */
export const REPLIES = {
  valid: (name = '---') =>
    json({ valid: true, requestIdentifier: 'WAPIAAAAZ1', name, address: 'Hauptplatz 1\n8010 Graz' }),
  invalid: () => json({ valid: false, requestIdentifier: '', name: '---', userError: 'INVALID' }),
  memberStateAway: () => json({ valid: false, userError: 'MS_UNAVAILABLE' }),
  tooBusy: () => json({ actionSucceed: false, errorWrappers: [{ error: 'MS_MAX_CONCURRENT_REQ' }] }, 400),
  down: () => json({ actionSucceed: false, errorWrappers: [{ error: 'SERVICE_UNAVAILABLE' }] }, 500),
  badInput: () => json({ actionSucceed: false, errorWrappers: [{ error: 'INVALID_INPUT' }] }, 400),
  brokenJson: (): Reply => (response) => response.end('{"valid": tr'),
  otherJson: () => json({ hello: true }),
  elsewhere: (): Reply => (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  endless: (): Reply => (response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
    };
    response.on('drain', more);
    more();
  },
  silent: (): Reply => () => undefined,
} satisfies Record<string, (...given: never[]) => Reply>;

/** A register of VAT ids over real HTTP, with preset answers. */
export async function startVies() {
  const requested: Question[] = [];
  let reply: Reply = REPLIES.valid();
  const server = createServer(async (request: IncomingMessage, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.method !== 'POST' || request.url !== '/rest-api/check-vat-number')
      return response.writeHead(404).end();
    requested.push(JSON.parse(body));
    return reply(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/rest-api`,
    requested,
    answer(next: Reply) {
      reply = next;
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
