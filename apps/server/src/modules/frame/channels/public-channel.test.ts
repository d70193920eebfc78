import { publicChannel } from '@keepsake/contracts/frame/configuration';
import { expect, test } from 'vitest';
import { channels, defaultChannel, returnAddressOf, toPublicChannel } from './index.ts';

test('the public shape matches the contract and omits hosts and internal addresses', () => {
  for (const channel of channels()) {
    expect(publicChannel.parse(toPublicChannel(channel))).toEqual(toPublicChannel(channel));
    expect(toPublicChannel(channel)).not.toHaveProperty('hosts');
    expect(toPublicChannel(channel)).not.toHaveProperty('serviceHost');
    expect(toPublicChannel(channel)).not.toHaveProperty('customerCareEmail');
    expect(toPublicChannel(channel)).not.toHaveProperty('legal');
  }
});

test('goods are sent back to the seller, or where a brand says', () => {
  const channel = defaultChannel();
  expect(returnAddressOf(channel)).toEqual([
    channel.legal.seller,
    '12 Fern Row',
    'Hull',
    'HU1 1AA',
    'United Kingdom',
  ]);
  const { address } = channel.legal;
  const returnTo = { name: 'Returns', address: { ...address, streetNumber: '14' } };
  const elsewhere = { ...channel, legal: { ...channel.legal, returnTo } };
  expect(returnAddressOf(elsewhere).slice(0, 2)).toEqual(['Returns', '14 Fern Row']);
});
