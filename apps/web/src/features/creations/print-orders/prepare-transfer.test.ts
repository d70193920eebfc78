import { expect, test } from 'vitest';
import { editorAddress } from './prepare-transfer.ts';

const from = 'https://photos.example/my-photos/photos?x=1';
const handOff = { tempSelectionId: 'a-selection', channel: 'kiekhof', from };

test('the editor gets the selection, the product and the channel [PRT-07] [PRT-10]', () => {
  expect(editorAddress({ ...handOff, editorUrl: 'https://editor.example/prints?theme=dark' })).toBe(
    'https://editor.example/prints?theme=dark&tempSelectionId=a-selection&productCode=PAP_910&channel=kiekhof',
  );
});

test('the demo shop is on the customer’s current host [PRT-10]', () => {
  expect(editorAddress({ ...handOff, editorUrl: '/demo-shop' })).toBe(
    'https://photos.example/demo-shop?tempSelectionId=a-selection&productCode=PAP_910&channel=kiekhof',
  );
});
