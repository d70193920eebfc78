import type { PostalAddress } from './postal-address.ts';

/** Fields of an address form; the country is chosen separately. */
export type AddressField = Exclude<keyof PostalAddress, 'country'>;

/** An address as typed. */
export type TypedAddress = { country: string } & { [Field in AddressField]?: string | undefined };

/** Text keys of labels for fields whose own name does not fit a country. */
type AddressLabel = AddressField | 'postcode' | 'eircode' | 'town' | 'building' | 'county' | 'province';

type PostalCodes = {
  example: string;
  /** Anchored; matches a normalised code. */
  pattern: RegExp;
  /** Printed form: 9 is a digit, A a letter, * either; any other character is literal. */
  shape?: string;
  /** Number of characters after the space, where codes vary in length. */
  tail?: number;
  /** Letters people write before a code, besides the country's own. */
  carCode?: string;
};

/** How addresses of one country are entered, checked and printed. */
export type AddressFormat = {
  /** Rows of the form from top to bottom. */
  rows: readonly (readonly AddressField[])[];
  /** Printed lines, separated by `|`; a part in braces is left out when its field is empty. */
  paper: string;
  required: readonly AddressField[];
  labels: Partial<Record<AddressField, AddressLabel>>;
  /** Null: codes of any kind, or none. */
  postalCodes: PostalCodes | null;
};

const END = [['phoneNumber']] as const;
const WHO = [['name'], ['company']] as const;
const ROWS = [
  ...WHO,
  ['streetName', 'streetNumber'],
  ['addressLine'],
  ['postalCode', 'city'],
  ...END,
] as const;
const NUMBER_FIRST = [
  ...WHO,
  ['streetNumber', 'streetName'],
  ['addressLine'],
  ['postalCode', 'city'],
  ...END,
] as const;
const NUMBERED = ['name', 'streetName', 'streetNumber', 'postalCode', 'city'] as const;
const UNNUMBERED = ['name', 'streetName', 'postalCode', 'city'] as const;
/** Company, person, street, place: the order in most of the continent. */
const paper = (place: string, street = '{streetName} {streetNumber}') =>
  `{company}|{name}|${street}|{addressLine}|${place}|{region}`;
const PLACE = '{postalCode} {city}';

/** Pattern of codes that share one shape. */
const patternOf = (shape: string) =>
  anchored(shape.replace(/[9A*]/g, (kind) => KINDS[kind as keyof typeof KINDS]));
const KINDS = { '9': String.raw`\d`, A: '[A-Z]', '*': String.raw`[A-Z\d]` };
/** Anchors the whole pattern: `^a|b$` would anchor only the outer ends of the alternation. */
const anchored = (pattern: string) => new RegExp(`^(?:${pattern})$`);

/** A country that follows the usual format in most respects. */
function likeMost(
  shape: string,
  example: string,
  { pattern, carCode, ...changes }: Partial<AddressFormat> & { pattern?: string; carCode?: string } = {},
): AddressFormat {
  const checked = pattern === undefined ? patternOf(shape) : anchored(pattern);
  return {
    rows: ROWS,
    paper: paper(PLACE),
    required: NUMBERED,
    labels: {},
    postalCodes: { shape, example, pattern: checked, ...(carCode && { carCode }) },
    ...changes,
  };
}

const withRegion = (label: AddressLabel) =>
  ({
    rows: [
      ...WHO,
      ['streetName', 'streetNumber'],
      ['addressLine'],
      ['postalCode', 'city'],
      ['region'],
      ...END,
    ],
    labels: { region: label },
    paper: paper('{postalCode} {city} {region}').replace(/\|\{region\}$/, ''),
  }) satisfies Partial<AddressFormat>;

/** In the country farms, or whole villages, have names and no numbers. */
const named = { required: UNNUMBERED } satisfies Partial<AddressFormat>;
const numberFirst = { rows: NUMBER_FIRST, paper: paper(PLACE, '{streetNumber} {streetName}') };

const BRITISH = String.raw`GIR 0AA|[A-PR-UWYZ](?:\d{1,2}|\d[A-HJKPS-UW]|[A-HK-Y]\d|[A-HK-Y]\d[\dABEHMNPRV-Y]) \d[ABD-HJLNP-UW-Z]{2}`;

/** Britain's neighbours that share its layout and its post, with codes of their own. */
const likeBritain = (area: string, example: string): AddressFormat => ({
  rows: [...WHO, ['streetNumber', 'streetName'], ['addressLine'], ['city', 'postalCode'], ...END],
  paper: '{name}|{company}|{addressLine}|{streetNumber} {streetName}|{city}|{region}|{postalCode}',
  // Some houses have only a name, which is printed on the line before the street.
  required: UNNUMBERED,
  labels: { postalCode: 'postcode', city: 'town', addressLine: 'building' },
  postalCodes: { example, pattern: anchored(area), tail: 3 },
});
const CROWN_DEPENDENCY = String.raw`\d[\dA-Z]? \d[ABD-HJLN-UW-Z]{2}`;

/**
 * Europe: our channels' countries, the EU and its neighbours. Patterns and lines follow Google's libaddressinput (data CC-BY
 * 4.0), which has no separate house numbers.
 */
const FORMATS: Readonly<Record<string, AddressFormat>> = {
  AT: likeMost('9999', '1010', { pattern: String.raw`[1-9]\d{3}`, carCode: 'A' }),
  BE: likeMost('9999', '1000', { pattern: String.raw`[1-9]\d{3}`, carCode: 'B' }),
  BG: likeMost('9999', '1000'),
  CH: likeMost('9999', '8001', { pattern: String.raw`[1-9]\d{3}`, paper: paper('{CH-postalCode} {city}') }),
  CY: likeMost('9999', '1010', named),
  CZ: likeMost('999 99', '110 00'),
  DE: likeMost('99999', '10115', { pattern: String.raw`(?!00)\d{5}`, carCode: 'D' }),
  DK: likeMost('9999', '1050'),
  EE: likeMost('99999', '10111', named),
  ES: likeMost('99999', '28013', {
    pattern: String.raw`(?:0[1-9]|[1-4]\d|5[0-2])\d{3}`,
    carCode: 'E',
    ...withRegion('province'),
  }),
  FI: likeMost('99999', '00100', { carCode: 'FIN', paper: paper('{FI-postalCode} {city}') }),
  FR: likeMost('99999', '75001', {
    pattern: String.raw`(?!00)\d{5}`,
    carCode: 'F',
    required: UNNUMBERED,
    ...numberFirst,
  }),
  GB: likeBritain(BRITISH, 'EC1Y 8SY'),
  GG: likeBritain(`GY${CROWN_DEPENDENCY}`, 'GY1 1AA'),
  GI: likeBritain('GX11 1AA', 'GX11 1AA'),
  GR: likeMost('999 99', '105 57', named),
  HR: likeMost('99999', '10000', { paper: paper('{HR-postalCode} {city}') }),
  HU: likeMost('9999', '1051', {
    carCode: 'H',
    paper: '{name}|{company}|{city}|{streetName} {streetNumber}|{addressLine}|{postalCode}|{region}',
  }),
  IE: {
    rows: [
      ...WHO,
      ['streetNumber', 'streetName'],
      ['addressLine'],
      ['city', 'region'],
      ['postalCode'],
      ...END,
    ],
    paper: '{name}|{company}|{addressLine}|{streetNumber} {streetName}|{city}|{region}|{postalCode}',
    required: ['name', 'streetName', 'city'],
    labels: { postalCode: 'eircode', city: 'town', addressLine: 'building', region: 'county' },
    postalCodes: {
      example: 'D02 X285',
      pattern: anchored(String.raw`(?:[AC-FHKNPRTV-Y]\d{2}|D6W) [\dAC-FHKNPRTV-Y]{4}`),
      shape: '*** ****',
    },
  },
  IM: likeBritain(`IM${CROWN_DEPENDENCY}`, 'IM2 1AA'),
  IS: likeMost('999', '101', named),
  IT: likeMost('99999', '00184', { carCode: 'I', ...withRegion('province') }),
  JE: likeBritain(`JE${CROWN_DEPENDENCY}`, 'JE1 1AG'),
  LI: likeMost('9999', '9490', {
    pattern: '94(?:8[5-9]|9[0-8])',
    carCode: 'FL',
    paper: paper('{FL-postalCode} {city}'),
  }),
  LT: likeMost('LT-99999', 'LT-01100', named),
  LU: likeMost('9999', '1111', {
    carCode: 'L',
    rows: NUMBER_FIRST,
    paper: paper('{L-postalCode} {city}', '{streetNumber} {streetName}'),
  }),
  LV: likeMost('LV-9999', 'LV-1010', {
    ...named,
    paper: '{name}|{company}|{streetName} {streetNumber}|{addressLine}|{city}, {postalCode}|{region}',
  }),
  MC: likeMost('99999', '98000', { pattern: String.raw`980\d{2}`, required: UNNUMBERED, ...numberFirst }),
  MT: likeMost('AAA 9999', 'VLT 1117', {
    required: UNNUMBERED,
    rows: NUMBER_FIRST,
    paper: paper('{city} {postalCode}', '{streetNumber} {streetName}'),
  }),
  NL: likeMost('9999 AA', '1015 CJ', { pattern: String.raw`[1-9]\d{3} (?!SA|SD|SS)[A-Z]{2}` }),
  NO: likeMost('9999', '0150', { ...named, carCode: 'N' }),
  PL: likeMost('99-999', '00-001'),
  PT: likeMost('9999-999', '1100-148', { carCode: 'P' }),
  RO: likeMost('999999', '010011', withRegion('region')),
  SE: likeMost('999 99', '111 22', {
    pattern: String.raw`[1-9]\d{2} \d{2}`,
    carCode: 'S',
    paper: paper('{SE-postalCode} {city}'),
  }),
  SI: likeMost('9999', '1000'),
  SK: likeMost('999 99', '811 01'),
};

/** Fallback for all other countries: the usual fields, requiring only what every address has. */
const ELSEWHERE: AddressFormat = {
  rows: [...WHO, ['streetName', 'streetNumber'], ['addressLine'], ['postalCode', 'city'], ['region'], ...END],
  paper: paper(PLACE),
  required: ['name', 'streetName', 'city'],
  labels: {},
  postalCodes: null,
};

/** Countries with a format of their own. */
export const ADDRESS_COUNTRIES: readonly string[] = Object.keys(FORMATS);

/** The address format of a country (ISO 3166-1 alpha-2). */
export const addressFormatOf = (country: string): AddressFormat =>
  Object.hasOwn(FORMATS, country) ? (FORMATS[country] as AddressFormat) : ELSEWHERE;

/** The lines of an address as printed in its country, without country and phone number. */
export function addressLines(address: TypedAddress): string[] {
  const lineOf = (template: string) =>
    template
      .replace(/\{([A-Z]*-?)([a-zA-Z]+)\}/g, (_, prefix: string, field: string) => {
        const value = address[field as AddressField];
        return value ? prefix + value : '';
      })
      .replace(/^[ ,]+|[ ,]+$/g, '');
  return addressFormatOf(address.country).paper.split('|').map(lineOf).filter(Boolean);
}
