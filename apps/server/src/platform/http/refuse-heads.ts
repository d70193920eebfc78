import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import { hasBody } from './limit-body-time.ts';

/** The coding that says there is none. */
const NO_CODING = 'identity';

/**
 * Refuses, at every door and before a body is read, requests without exactly one host, whom Node would refuse without any of our
 * headers, and compressed bodies.
 */
export function refuseHeads(app: FastifyInstance): void {
  // No earlier: the answer has the headers of every answer, and counts towards the limit of its network.
  app.addHook('preParsing', (request, _reply, _payload, done) => done(problemOf(request)));
}

function problemOf(request: FastifyRequest): Problem | null {
  if (needsHost(request) && countOf(request, 'host') !== 1)
    return new Problem('invalid-request', { detail: 'A request has exactly one Host' });
  return isCoded(request) ? compressed() : null;
}

/** HTTP/1.0 had no hosts (RFC 9112, 3.2). */
const needsHost = ({ raw }: FastifyRequest) => raw.httpVersionMajor === 1 && raw.httpVersionMinor === 1;

/** How often a header was sent: of two hosts, Node keeps the first. */
function countOf({ raw: { rawHeaders } }: FastifyRequest, name: string): number {
  return rawHeaders.filter((each, index) => index % 2 === 0 && each.toLowerCase() === name).length;
}

function isCoded(request: FastifyRequest): boolean {
  const codings = request.headers['content-encoding'];
  if (codings === undefined || !hasBody(request)) return false;
  return codings.split(',').some((coding) => !['', NO_CODING].includes(coding.trim().toLowerCase()));
}

/**
 * Nothing is unpacked, because a few bytes may become gigabytes, and what a parser says about packed bytes would mislead. The answer
 * says which coding is read (RFC 9110, 12.5.3 and 15.5.16).
 */
function compressed(): Problem {
  const detail = 'Bodies are not accepted compressed: send this one without Content-Encoding';
  return new Problem('unsupported-media-type', { detail, headers: { 'accept-encoding': NO_CODING } });
}
