import { ID_TOKEN_HEADER, IDEMPOTENCY_HEADER } from '@keepsake/contracts/platform/endpoint';
import { fieldsOf, readJson } from '../json.ts';
import { learnServerTime } from '../server-time.ts';
import { ApiProblem } from './api-problem.ts';

/** Response timeout in milliseconds; for a file, only the headers have to arrive in time. */
const TIMEOUT_MS = 30_000;

export type Outgoing = {
  endpoint: string;
  method: string;
  url: string;
  body?: unknown;
  /** Identifies one attempt to create something. */
  idempotencyKey?: string | undefined;
  token: string | null;
  /** Says when the customer signed in. */
  idToken?: string | null;
  signal?: AbortSignal;
  /** The response is a file, so only its headers have to arrive in time. */
  isFile?: boolean;
  outlivesPage?: boolean;
};

/** Sends one request with the headers every call carries [API-03..API-07]; any status that is not ok throws an ApiProblem. */
export async function sendRequest(
  outgoing: Outgoing,
): Promise<{ response: Response; correlationId: string }> {
  const correlationId = randomUuid();
  const response = await fetchAnswer(outgoing, correlationId);
  if (response.ok) return { response, correlationId };
  const body = fieldsOf(await readJson(response));
  // If the page was left, the abort reason takes precedence: an interrupted error response says nothing about its cause.
  outgoing.signal?.throwIfAborted();
  throw new ApiProblem({
    status: response.status,
    url: outgoing.url,
    code: textIn(body.code) ?? `http-${response.status}`,
    correlationId: textIn(body.correlationId) ?? correlationId,
    endpoint: outgoing.endpoint,
  });
}

async function fetchAnswer(outgoing: Outgoing, correlationId: string): Promise<Response> {
  const { endpoint, method, url, body, signal, isFile, outlivesPage } = outgoing;
  const { signal: timeout, stop } = startTimeout();
  try {
    const response = await fetch(url, {
      method,
      headers: headersOf(outgoing, correlationId),
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      keepalive: outlivesPage,
    });
    if (isFile) stop();
    else learnServerTime(response.headers.get('date'));
    return response;
  } catch (cause) {
    signal?.throwIfAborted();
    const code = timeout.aborted ? 'timeout' : 'network';
    throw new ApiProblem({ status: 0, url, code, correlationId, endpoint }, { cause });
  }
}

function startTimeout() {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), TIMEOUT_MS);
  return { signal: controller.signal, stop: () => clearTimeout(timer) };
}

function headersOf(
  { token, idToken, idempotencyKey }: Outgoing,
  correlationId: string,
): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-cache',
    'X-CorrelationId': correlationId,
    ...(idempotencyKey === undefined ? {} : { [IDEMPOTENCY_HEADER]: idempotencyKey }),
    ...(idToken ? { [ID_TOKEN_HEADER]: idToken } : {}),
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  };
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** A random UUID (RFC 9562, version 4). `crypto.randomUUID` requires https, but installations are also tried out over http. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
