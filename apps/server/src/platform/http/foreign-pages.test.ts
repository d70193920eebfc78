import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { refuseForeignPages } from './foreign-pages.ts';

const HOST = 'photos.example.com';
const ask = (headers: Record<string, string>, method = 'POST') =>
  refuseForeignPages({ method, headers, host: HOST } as unknown as FastifyRequest).then(
    () => 'let in',
    ({ code }) => code,
  );

test.each([
  ['our own page', { 'sec-fetch-site': 'same-origin', origin: `https://${HOST}` }],
  ['our own page that names no origin', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
  ['our own page over http', { origin: `http://${HOST}` }],
  ['a program', {}],
])('lets in %s', async (_who, headers) => {
  expect(await ask(headers as Record<string, string>)).toBe('let in');
});

test.each([
  ['a page of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  [
    'a page of another host of the domain',
    { 'sec-fetch-site': 'same-site', origin: 'https://blog.example.com' },
  ],
  ['a page that hides its origin', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
  ['an older browser on another site', { origin: 'https://evil.example' }],
  ['another port', { origin: `https://${HOST}:8443` }],
  ['an address typed by somebody', { 'sec-fetch-site': 'none' }],
])('refuses %s', async (_who, headers) => {
  expect(await ask(headers as Record<string, string>)).toBe('forbidden');
  expect(await ask(headers as Record<string, string>, 'GET'), 'reading changes nothing').toBe('let in');
});
