import { publicChannel } from '@keepsake/contracts/frame/configuration';
import { describe, expect, test } from 'vitest';
import {
  channels,
  defaultChannel,
  findChannel,
  resolveChannel,
  serviceHostOf,
  toPublicChannel,
} from './index.ts';

function idFor(requested: Parameters<typeof resolveChannel>[0]): string {
  return resolveChannel(requested).id;
}

describe('finding the channel', () => {
  test('the default channel uses en-GB [CFG-05]', () => {
    expect(resolveChannel({}).locale).toBe('en-GB');
    expect(resolveChannel({ hostname: 'localhost:3000', channelParam: 'nobody' }).locale).toBe('en-GB');
    expect(resolveChannel({ hostname: null, channelParam: null }).currency).toBe('GBP');
  });

  test('only the Austrian brand uses de-AT [CFG-06]', () => {
    expect(
      channels()
        .filter(({ locale }) => locale === 'de-AT')
        .map(({ country }) => country),
    ).toEqual(['AT']);
    expect(resolveChannel({ hostname: 'www.bildersonn.example' }).locale).toBe('de-AT');
  });

  test('the id in the address takes precedence over the host', () => {
    expect(idFor({ hostname: 'www.kiekhof.example', channelParam: 'cliclune' })).toBe('cliclune');
    expect(idFor({ hostname: 'www.kiekhof.example', channelParam: 'nobody' })).toBe('kiekhof');
    expect(idFor({ hostname: 'STUNDBO.localhost:3000' })).toBe('stundbo');
    expect(idFor({ hostname: 'kiekhof.example.', channelParam: ' Kiekhof ' })).toBe('kiekhof');
  });

  test('names of object prototypes are no channels', () => {
    expect(findChannel('constructor')).toBeNull();
    expect(idFor({ hostname: '__proto__', channelParam: 'toString' })).toBe('pennyfern');
  });

  test.each([
    ['www.pennyfern.example', 'GB'],
    ['bildersonn.localhost:3000', 'AT'],
    ['kiekhof.example', 'NL'],
    ['www.cliclune.example', 'FR'],
    ['stundbo.example', 'SE'],
    ['tjanster.stundbo.example', 'SE'],
    ['www.somebody-else.example', defaultChannel().country],
    ['pennyfern.example.somebody-else.example', defaultChannel().country],
    [undefined, defaultChannel().country],
  ])('the host %s belongs to the country %s [CFG-07]', (hostname, country) => {
    expect(resolveChannel({ hostname }).country).toBe(country);
  });

  test('only the Swedish brand sends service calls to another host [CFG-08]', () => {
    const hosts = Object.fromEntries(channels().map((channel) => [channel.country, serviceHostOf(channel)]));
    expect(hosts).toEqual({
      GB: 'www.pennyfern.example',
      AT: 'www.bildersonn.example',
      NL: 'www.kiekhof.example',
      FR: 'www.cliclune.example',
      SE: 'tjanster.stundbo.example',
    });
  });
});

test('the public shape matches the contract and omits hosts and internal addresses', () => {
  for (const channel of channels()) {
    expect(publicChannel.parse(toPublicChannel(channel))).toEqual(toPublicChannel(channel));
    expect(toPublicChannel(channel)).not.toHaveProperty('hosts');
    expect(toPublicChannel(channel)).not.toHaveProperty('serviceHost');
    expect(toPublicChannel(channel)).not.toHaveProperty('customerCareEmail');
    expect(toPublicChannel(channel)).not.toHaveProperty('legal');
  }
});
