import { describe, expect, test } from 'vitest';
import { faultOfExemption } from './tax-exemptions.ts';

type Row = [
  category: string,
  seller: string,
  to: string,
  postalCode?: string | undefined,
  buyerVatId?: string | undefined,
];

const faultOf = ([category, vatId, country, postalCode, buyerVatId]: Row) =>
  faultOfExemption({ category, seller: { vatId }, delivery: { country, postalCode }, buyerVatId });

const [AUSTRIA, BRITAIN, ULSTER] = ['ATU73904153', 'GB371940250', 'XI371940250'];
const [FRANCE, SWISS, SPAIN, FINLAND] = ['FR81804216935', 'CHE123456788', 'ESB12345674', 'FI12345671'];

describe('a supply free of VAT', () => {
  test.each<Row>([
    ['K', AUSTRIA, 'DE', '80331', 'DE123456788'],
    // Whose VAT id it is may differ from where the goods go.
    ['K', AUSTRIA, 'DE', '80331', 'IT12345678903'],
    ['K', AUSTRIA, 'MC', '98000', 'FR81804216935'],
    ['K', AUSTRIA, 'GB', 'BT1 5GS', 'XI371940250'],
    ['K', ULSTER, 'IE', 'D02 X285', 'IE1234567T'],
    ['K', AUSTRIA, 'GR', '105 57', 'EL123456783'],
    ['K', AUSTRIA, 'ES', '07001', SPAIN],
    ['K', AUSTRIA, 'PT', '9000-001', 'PT123456789'],
    ['AE', AUSTRIA, 'DE', '80331', 'DE123456788'],
    ['G', AUSTRIA, 'CH', '8001'],
    ['G', AUSTRIA, 'LI', '9490'],
    ['G', AUSTRIA, 'GB', 'HU1 1AA'],
    ['G', AUSTRIA, 'DE', '78266'],
    ['G', AUSTRIA, 'ES', '35001'],
    ['G', AUSTRIA, 'FI', 'AX-22100'],
    ['G', FINLAND, 'AX', '22100'],
    ['G', FRANCE, 'RE', '97400'],
    ['G', FRANCE, 'FR', '97400'],
    ['G', BRITAIN, 'DE', '80331'],
    ['G', BRITAIN, 'IE', 'D02 X285'],
    ['G', BRITAIN, 'JE', 'JE2 3AB'],
    ['G', SWISS, 'DE', '80331'],
    ['S', AUSTRIA, 'AT', '1010'],
    ['Z', BRITAIN, 'GB', 'HU1 1AA'],
  ])('%s of %s to %s %s is possible', (category, seller, to, postalCode, buyerVatId) => {
    expect(faultOf([category, seller, to, postalCode, buyerVatId])).toBeNull();
  });

  test.each<[Row, RegExp]>([
    [['K', AUSTRIA, 'AT', '1010', 'DE123456788'], /another member state, and the goods stay in AT/],
    [['K', AUSTRIA, 'CH', '8001', 'DE123456788'], /another member state, and the goods go to CH/],
    [['K', AUSTRIA, 'LI', '9490', 'DE123456788'], /the goods go to CH/],
    [['K', AUSTRIA, 'DE', '78266', 'DE123456788'], /the goods go to CH/],
    [['K', AUSTRIA, 'DE', 'D-27498', 'DE123456788'], /a part of DE outside its VAT territory/],
    [['K', AUSTRIA, 'ES', '38001', SPAIN], /a part of ES outside/],
    [['K', AUSTRIA, 'FI', '22100', FINLAND], /a part of FI outside/],
    [['K', AUSTRIA, 'IT', '23041', 'IT12345678903'], /a part of IT outside/],
    [['K', AUSTRIA, 'RE', '97400', FRANCE], /the goods go to RE/],
    [['K', AUSTRIA, 'GB', 'HU1 1AA', 'GB371940250'], /the goods go to GB/],
    [['K', AUSTRIA, 'DE', '80331', 'GB371940250'], /VAT ID of a member state, and its VAT ID is of GB/],
    [['K', AUSTRIA, 'DE', '80331', AUSTRIA], /of another member state, and its VAT ID is of AT/],
    [['K', BRITAIN, 'DE', '80331', 'DE123456788'], /sellers in the European Union, and this one .* of GB/],
    [['K', SWISS, 'DE', '80331', 'DE123456788'], /sellers in the European Union/],
    [['K', FRANCE, 'MC', '98000', 'DE123456788'], /the goods stay in FR/],
    [['AE', AUSTRIA, 'AT', '1010', 'DE123456788'], /the goods stay in AT/],
    [['AE', AUSTRIA, 'CH', '8001', 'DE123456788'], /the goods go to CH/],
    [['G', AUSTRIA, 'AT', '1010'], /is an export, and the goods stay in AT/],
    [['G', AUSTRIA, 'DE', '80331'], /from AT to DE within the European Union/],
    [['G', AUSTRIA, 'GB', 'BT1 5GS'], /to Northern Ireland within the European Union/],
    [['G', AUSTRIA, 'MC', '98000'], /from AT to FR within/],
    [['G', FRANCE, 'FR', '98000'], /the goods stay in FR/],
    [['G', BRITAIN, 'IM', 'IM1 1AA'], /the goods stay in GB/],
    [['G', BRITAIN, 'GB', 'BT1 5GS'], /the goods stay in the United Kingdom/],
    [['G', ULSTER, 'GB', 'HU1 1AA'], /the goods stay in the United Kingdom/],
    [['G', SWISS, 'LI', '9490'], /the goods stay in CH/],
  ])('%s contradicts itself', (row, fault) => {
    expect(faultOf(row)).toMatch(fault);
  });

  test('is not contradicted by what is unknown', () => {
    const unknown = { seller: { vatId: AUSTRIA }, buyerVatId: null, delivery: null };
    for (const category of ['K', 'AE', 'G', 'S', undefined])
      expect(faultOfExemption({ ...unknown, category })).toBeNull();
  });
});
