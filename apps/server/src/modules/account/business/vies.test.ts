import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REPLIES, startVies } from './vies.fixture.ts';
import { createVies } from './vies.ts';

let vies: Awaited<ReturnType<typeof startVies>>;
beforeAll(async () => {
  vies = await startVies();
});
afterAll(() => vies.stop());

describe('the register of VAT ids', () => {
  test('is asked in the retailer’s name, so that its answer is proof', async () => {
    vies.answer(REPLIES.valid('STUDIO MARLOW GMBH'));
    const ask = createVies({ url: `${vies.url}/`, requester: 'NL123456789B01' });
    expect(await ask('ATU12345675')).toEqual({
      state: 'valid',
      consultationNumber: 'WAPIAAAAZ1',
      name: 'STUDIO MARLOW GMBH',
      address: 'Hauptplatz 1, 8010 Graz',
    });
    expect(vies.requested.at(-1)).toEqual({
      countryCode: 'AT',
      vatNumber: 'U12345675',
      requesterMemberStateCode: 'NL',
      requesterNumber: '123456789B01',
    });
  });

  test.each([
    ['a name that the country does not tell', REPLIES.valid('---'), { state: 'valid', name: null }],
    ['an id that is nobody’s', REPLIES.invalid(), { state: 'invalid' }],
    ['an id that cannot be one', REPLIES.badInput(), { state: 'invalid' }],
    ['a country that is away', REPLIES.memberStateAway(), { reason: 'AT: MS_UNAVAILABLE' }],
    ['too many who ask', REPLIES.tooBusy(), { reason: 'MS_MAX_CONCURRENT_REQ' }],
    ['a register that is down', REPLIES.down(), { reason: 'SERVICE_UNAVAILABLE' }],
    ['broken JSON', REPLIES.brokenJson(), { reason: 'an answer that cannot be read' }],
    ['JSON of another kind', REPLIES.otherJson(), { reason: 'an answer that cannot be read' }],
    ['a redirect', REPLIES.elsewhere(), { state: 'unavailable' }],
    ['an answer without end', REPLIES.endless(), { reason: 'its answer is too long' }],
    ['silence', REPLIES.silent(), { reason: 'no answer in time' }],
  ])('answers with %s', async (_what, reply, expected) => {
    vies.answer(reply);
    const ask = createVies({ url: vies.url, requester: null, timeoutMs: 500 });
    const state = 'reason' in expected ? { state: 'unavailable' } : {};
    expect(await ask('ATU12345675')).toMatchObject({ ...state, ...expected });
  });

  test('leaves the id undecided if unreachable', async () => {
    const ask = createVies({ url: 'http://127.0.0.1:1/rest-api', requester: null });
    expect(await ask('ATU12345675')).toMatchObject({ state: 'unavailable' });
  });
});
