import { describe, expect, test } from 'vitest';
import {
  channelOrDefault,
  checkServiceChannel,
  checkServiceChannels,
  defaultChannel,
  requireChannel,
  requireExactChannel,
} from './index.ts';

const ofAll = { channels: null };
const northern = { channels: ['stundbo'] };
const unknown = (path: string, message = 'is not a known channel') =>
  expect.objectContaining({ code: 'invalid-request', errors: [{ path, message }] });
const forbidden = expect.objectContaining({ code: 'forbidden' });

describe('a required channel', () => {
  test('is found in any case, or is a fault of its field', () => {
    expect(requireChannel(' Kiekhof ', 'query.channel').id).toBe('kiekhof');
    expect(() => requireChannel('nowhere', 'query.channel')).toThrow(unknown('query.channel'));
  });

  test('is exactly the configured one where its id is stored', () => {
    expect(requireExactChannel('kiekhof', 'channel').id).toBe('kiekhof');
    expect(() => requireExactChannel('Kiekhof', 'channel')).toThrow(unknown('channel'));
  });

  test('is the default one for what is left of a brand that is gone', () => {
    expect(channelOrDefault('kiekhof').id).toBe('kiekhof');
    for (const id of ['gone', null, undefined]) expect(channelOrDefault(id)).toBe(defaultChannel());
  });
});

describe("a service's channel", () => {
  test('exists and is one of its own', () => {
    expect(() => checkServiceChannel(ofAll, 'kiekhof')).not.toThrow();
    expect(() => checkServiceChannel(northern, 'stundbo')).not.toThrow();
    expect(() => checkServiceChannel(northern, 'kiekhof')).toThrow(forbidden);
    expect(() => checkServiceChannel(northern, 'Stundbo')).toThrow(unknown('body.channel'));
  });

  test('is each one of a list; only a service of all writes for all', () => {
    expect(() => checkServiceChannels(ofAll, undefined)).not.toThrow();
    expect(() => checkServiceChannels(northern, ['stundbo'])).not.toThrow();
    expect(() => checkServiceChannels(northern, ['stundbo', 'kiekhof'])).toThrow(forbidden);
    expect(() => checkServiceChannels(northern, undefined)).toThrow(forbidden);
    const fault = unknown('body.channels', 'nowhere is not a known channel');
    expect(() => checkServiceChannels(ofAll, ['kiekhof', 'nowhere', 'else'])).toThrow(fault);
  });
});
