import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import { vatCountryOf } from '@keepsake/contracts/account/vat-ids';

/**
 * Where a supply of goods is taxed: a country's code, XI for Northern Ireland, or the code of a country with `-` for a part of it
 * outside its VAT territory.
 */
export type VatTerritory = string;

/** The VAT territory of the European Union (Directive 2006/112/EC, articles 5 to 8), with Northern Ireland for goods. */
const UNION = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '),
);

export const isInUnion = (territory: VatTerritory): boolean => UNION.has(territory);

/** Countries that count as part of another one's VAT territory (article 7; Switzerland's treaty with Liechtenstein). */
const TAXED_AS: Readonly<Record<string, VatTerritory>> = { MC: 'FR', IM: 'GB', LI: 'CH' };

/**
 * Parts of countries that are taxed elsewhere, by their postal codes without blanks. Most islands overseas have a country code of
 * their own, and with it a territory of their own.
 */
const PARTS: readonly { country: string; postalCodes: RegExp; territory: VatTerritory }[] = [
  { country: 'GB', postalCodes: /^BT\d/, territory: 'XI' },
  { country: 'GB', postalCodes: /^IM\d/, territory: 'GB' },
  { country: 'GB', postalCodes: /^(JE|GY)\d/, territory: 'GB-' },
  // Büsingen, which Switzerland taxes, and Heligoland.
  { country: 'DE', postalCodes: /^78266$/, territory: 'CH' },
  { country: 'DE', postalCodes: /^27498$/, territory: 'DE-' },
  // The Canary Islands, Ceuta and Melilla.
  { country: 'ES', postalCodes: /^(35|38|51|52)\d{3}$/, territory: 'ES-' },
  // Livigno and Campione d'Italia.
  { country: 'IT', postalCodes: /^(23041|22061)$/, territory: 'IT-' },
  // Mount Athos.
  { country: 'GR', postalCodes: /^6308[67]$/, territory: 'GR-' },
  { country: 'FI', postalCodes: /^22\d{3}$/, territory: 'FI-' },
  // Overseas; 980 is Monaco.
  { country: 'FR', postalCodes: /^9(7\d|8[1-9])\d{2}$/, territory: 'FR-' },
  // Greenland and the Faroe Islands.
  { country: 'DK', postalCodes: /^(39\d{2}|\d{3})$/, territory: 'DK-' },
];

/** The VAT territory of an address. */
export function vatTerritoryOf({
  country,
  postalCode = '',
}: Pick<PostalAddress, 'country' | 'postalCode'>): VatTerritory {
  const typed = postalCode.toUpperCase().replace(/[\s-]/g, '');
  // Many write the country before its digits: D-27498, AX-22100.
  const code = country === 'GB' ? typed : typed.replace(/^[A-Z]+(?=\d)/, '');
  const part = PARTS.find((each) => each.country === country && each.postalCodes.test(code));
  return part?.territory ?? TAXED_AS[country] ?? country;
}

/** The VAT territory in which a VAT id was given. */
export function territoryOfVatId(vatId: string): VatTerritory {
  const prefix = vatCountryOf(vatId);
  return prefix === 'EL' ? 'GR' : prefix;
}
