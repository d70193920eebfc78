import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** How long an address below `/slow` takes to answer, in milliseconds: less than the timeout. */
const SLOW_MS = 10_000;

/** Addresses, and the certificate that all of them show. */
export type Receivers = { urls: string[]; cert: string };

/**
 * Receivers of customers, as many as requested, in a process of their own; reports their addresses and certificate to its
 * parent.
 */
const [count] = process.argv.slice(2);
const { cert, key } = makeCertificate();
const servers = Array.from({ length: Number(count) }, () =>
  createServer({ cert, key }, (request, response) => {
    request.resume().on('end', () => {
      const answer = () => response.writeHead(204).end();
      if (request.url === '/slow') setTimeout(answer, SLOW_MS).unref();
      else answer();
    });
  }).listen(0, '127.0.0.1'),
);
await Promise.all(servers.map((server) => once(server, 'listening')));
const urls = servers.map((server) => `https://localhost:${(server.address() as AddressInfo).port}`);
process.send?.({ cert, urls } satisfies Receivers);

/** A certificate with its key for this machine, created with `openssl`. */
function makeCertificate(): { cert: string; key: string } {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'keepsake-bench-certificate-'));
  const [certFile, keyFile] = [path.join(folder.path, 'cert.pem'), path.join(folder.path, 'key.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', keyFile, '-out', certFile];
  execFileSync('openssl', ['req', '-x509', ...kind, ...name, ...files], { stdio: 'ignore' });
  return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
}
