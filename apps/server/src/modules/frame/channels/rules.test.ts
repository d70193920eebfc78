import { publicChannel } from '@keepsake/contracts/frame/configuration';
import { expect, test } from 'vitest';
import { channels, toPublicChannel } from './index.ts';

test('the public shape matches the contract and omits hosts and internal addresses', () => {
  for (const channel of channels()) {
    expect(publicChannel.parse(toPublicChannel(channel))).toEqual(toPublicChannel(channel));
    expect(toPublicChannel(channel)).not.toHaveProperty('hosts');
    expect(toPublicChannel(channel)).not.toHaveProperty('serviceHost');
    expect(toPublicChannel(channel)).not.toHaveProperty('customerCareEmail');
    expect(toPublicChannel(channel)).not.toHaveProperty('legal');
  }
});
