import { describe, expect, test } from 'vitest';
import { networkOf } from './network.ts';
import { blockSeconds, type ThrottlePolicy } from './throttle.ts';

const policy: ThrottlePolicy = {
  name: 'test',
  freeAttempts: 5,
  firstBlockSeconds: 30,
  longestBlockSeconds: 15 * 60,
  forgetAfterSeconds: 86_400,
};

describe('the rule', () => {
  test('leaves some attempts free, then doubles the wait up to a quarter of an hour', () => {
    const waits = [1, 4, 5, 6, 7, 8, 9, 10, 11, 500].map((attempts) => blockSeconds(attempts, policy));
    expect(waits).toEqual([0, 0, 30, 60, 120, 240, 480, 900, 900, 900]);
  });

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::5:6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['2001:0DB8:0000:0001::7', '2001:db8:0:1'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2'],
    ['unknown', 'unknown'],
  ])('maps %s to the network %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
