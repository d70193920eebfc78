import type { CustomerId } from '@keepsake/contracts/platform/ids';

type Options = { address: string; tokenFor(customerId: CustomerId): Promise<string> };

/** A customer's call of an API, with JSON both ways. The path is relative to `/api`. */
export type Call = <Body>(
  customerId: CustomerId,
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<{ status: number; body: Body }>;

/** Calls a server as any customer. */
export function createCall({ address, tokenFor }: Options): Call {
  return async function call<Body>(
    customerId: CustomerId,
    method: string,
    path: string,
    body?: object,
    more: Record<string, string> = {},
  ) {
    const authorization = `Bearer ${await tokenFor(customerId)}`;
    const headers = { authorization, ...(body ? { 'content-type': 'application/json' } : {}), ...more };
    const init = { method, headers, body: body && JSON.stringify(body) };
    const answer = await fetch(`${address}/api${path}`, init);
    const text = await answer.text();
    return { status: answer.status, body: (text ? JSON.parse(text) : {}) as Body };
  };
}
