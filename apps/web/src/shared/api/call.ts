import type { Endpoint, RequestOf, ResponseOf } from '@keepsake/contracts';
import { ApiProblem } from './api-problem.ts';
import { buildUrl } from './build-url.ts';
import { requireConnection } from './connection.ts';
import { type Outgoing, sendRequest } from './send-request.ts';

type CallOptions = { signal?: AbortSignal };
type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/**
 * Calls an endpoint of the contract and gives its parsed answer. Throws an ApiProblem, or the abort reason
 * of the signal. A refused token is renewed once, silently, and the call repeated.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  { signal }: CallOptions = {},
): Promise<ResponseOf<E>> {
  const { params, query, body } = request as Parts;
  const base = requireConnection().services[endpoint.service];
  if (base === undefined) throw new Error(`The configuration has no service ${endpoint.service}`);
  const url = buildUrl(base, endpoint.path, params, query);
  const outgoing = { endpoint: endpoint.name, method: endpoint.method, url, body, signal };
  const { response, correlationId } = await (endpoint.access === 'public'
    ? sendRequest({ ...outgoing, token: null })
    : sendAsCustomer(outgoing));
  const facts = { status: response.status, url, correlationId, endpoint: endpoint.name };
  const text = await readText(response, facts, signal);
  return parseAnswer(endpoint, text, facts) as ResponseOf<E>;
}

/** Sends with the customer's token; a refused one is renewed once and the request repeated. */
export async function sendAsCustomer(outgoing: Omit<Outgoing, 'token'>) {
  const { accessToken, renewAccess } = requireConnection();
  try {
    return await sendRequest({ ...outgoing, token: await accessToken() });
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 401 || !(await renewAccess())) throw error;
    return sendRequest({ ...outgoing, token: await accessToken() });
  }
}

type Facts = { status: number; url: string; correlationId: string; endpoint: string };

/** The answer's text; one that breaks off on its way is a failure of the network, not of the answer. */
async function readText(response: Response, facts: Facts, signal?: AbortSignal): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new ApiProblem({ ...facts, status: 0, code: 'network' }, { cause });
  }
}

function parseAnswer(endpoint: Endpoint, text: string, facts: Facts): unknown {
  if (!endpoint.response) return undefined;
  const parsed = endpoint.response.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new ApiProblem({ ...facts, code: 'invalid-response' }, { cause: parsed.error });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
