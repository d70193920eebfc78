import type { LegalPageKind } from '@keepsake/contracts/frame/configuration';

/** What a law wants of a legal page, for whoever writes or approves it. */
export type LegalDuty = {
  /** The law as lawyers of the country cite it. */
  law: string;
  /** What the page has to say. */
  says: string;
  source: string;
};

/** The laws of one country. A page without a duty is not asked for. */
export type CountryLaw = Partial<Record<LegalPageKind, LegalDuty>>;

const GDPR: LegalDuty = {
  law: 'art. 13 GDPR',
  says: 'who processes which data, what for, on which ground and for how long, who receives it, and the rights, with the supervisory authority',
  source: 'https://eur-lex.europa.eu/eli/reg/2016/679/oj',
};

/** Contracts at a distance: the same directive (2011/83/EU) in all member states. */
const PRECONTRACTUAL =
  'what is sold, prices with taxes and costs, payment, delivery, how a contract is concluded, guarantees and where complaints go';
const RIGHT_TO_WITHDRAW =
  'conditions, period and procedure of the right, the model form, who pays for the return, and what is excepted, such as goods made to the customer’s specifications';
/** Annex V of directive (EU) 2019/882. */
const ACCESSIBLE =
  'what the service is, how it meets the requirements of accessibility, and where complaints go';

/**
 * What the law of a country wants to be seen, as far as it is known here with certainty: no advice, but where to begin. A country
 * that is absent is not known here.
 */
export const COUNTRY_LAWS: Readonly<Record<string, CountryLaw>> = {
  AT: {
    imprint: {
      law: '§ 5 ECG, § 14 UGB, § 25 MedienG',
      says: 'name, legal form, seat and address, email, register number and court, supervisory authority, chamber, VAT ID, and what the company does',
      source: 'https://www.ris.bka.gv.at/GeltendeFassung.wxe?Abfrage=Bundesnormen&Gesetzesnummer=20001703',
    },
    terms: {
      law: '§ 9 ECG, § 4 FAGG, § 19 AStG',
      says: `${PRECONTRACTUAL}, with the arbitration body for consumers`,
      source: 'https://www.ris.bka.gv.at/GeltendeFassung.wxe?Abfrage=Bundesnormen&Gesetzesnummer=20008847',
    },
    privacy: GDPR,
    withdrawal: {
      law: '§ 4 and § 11 FAGG',
      says: RIGHT_TO_WITHDRAW,
      source: 'https://www.ris.bka.gv.at/GeltendeFassung.wxe?Abfrage=Bundesnormen&Gesetzesnummer=20008847',
    },
    accessibility: {
      law: 'BaFG (BGBl. I 76/2023)',
      says: `${ACCESSIBLE}: the Sozialministeriumservice`,
      source: 'https://www.ris.bka.gv.at/eli/bgbl/I/2023/76',
    },
  },
  BE: {
    imprint: {
      law: 'art. XII.6 WER/CDE',
      says: 'name, address, email and telephone, register number, supervisory authority and VAT number',
      source: 'https://www.ejustice.just.fgov.be/eli/wet/2013/02/28/2013A11134/justel',
    },
    terms: {
      law: 'art. VI.45 WER/CDE',
      says: PRECONTRACTUAL,
      source: 'https://www.ejustice.just.fgov.be/eli/wet/2013/02/28/2013A11134/justel',
    },
    privacy: GDPR,
    withdrawal: {
      law: 'art. VI.45 and VI.47 WER/CDE',
      says: RIGHT_TO_WITHDRAW,
      source: 'https://www.ejustice.just.fgov.be/eli/wet/2013/02/28/2013A11134/justel',
    },
    accessibility: {
      law: 'directive (EU) 2019/882, annex V',
      says: ACCESSIBLE,
      source: 'https://eur-lex.europa.eu/eli/dir/2019/882/oj',
    },
  },
  DE: {
    imprint: {
      law: '§ 5 DDG',
      says: 'name, legal form, address, representatives, email and a second quick way of contact, register and number, supervisory authority, VAT ID; § 36 VSBG adds whether the company takes part in arbitration',
      source: 'https://www.gesetze-im-internet.de/ddg/__5.html',
    },
    terms: {
      law: '§ 312d BGB with article 246a EGBGB, § 312i BGB, § 36 VSBG',
      says: PRECONTRACTUAL,
      source: 'https://www.gesetze-im-internet.de/bgb/__312d.html',
    },
    privacy: GDPR,
    withdrawal: {
      law: '§ 312g and § 355 BGB, article 246a § 1 (2) EGBGB',
      says: RIGHT_TO_WITHDRAW,
      source: 'https://www.gesetze-im-internet.de/bgb/__355.html',
    },
    accessibility: {
      law: '§ 14 BFSG with annex 3',
      says: `${ACCESSIBLE}: the Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen`,
      source: 'https://www.gesetze-im-internet.de/bfsg/__14.html',
    },
  },
  DK: {
    imprint: {
      law: 'e-handelsloven § 7',
      says: 'name, address, email, CVR number, supervisory authority and VAT number',
      source: 'https://www.retsinformation.dk/eli/lta/2002/227',
    },
    terms: {
      law: 'forbrugeraftaleloven § 8',
      says: PRECONTRACTUAL,
      source: 'https://www.retsinformation.dk/eli/lta/2013/1457',
    },
    privacy: GDPR,
    withdrawal: {
      law: 'forbrugeraftaleloven §§ 8 and 18',
      says: RIGHT_TO_WITHDRAW,
      source: 'https://www.retsinformation.dk/eli/lta/2013/1457',
    },
    accessibility: {
      law: 'lov nr. 801 af 7. juni 2022',
      says: ACCESSIBLE,
      source: 'https://www.retsinformation.dk/eli/lta/2022/801',
    },
  },
  FR: {
    imprint: {
      law: 'article 1-1 LCEN (article 6 III until 2024), article R123-237 of the code de commerce',
      says: 'name, legal form, capital, seat, telephone and email, RCS number, VAT number, director of publication, and name, address and telephone of the host',
      source: 'https://www.legifrance.gouv.fr/loda/id/JORFTEXT000000801164',
    },
    terms: {
      law: 'articles L111-1, L221-5 and L616-1 of the code de la consommation',
      says: `${PRECONTRACTUAL}, with the consumer mediator`,
      source: 'https://www.legifrance.gouv.fr/codes/texte_lc/LEGITEXT000006069565',
    },
    privacy: GDPR,
    withdrawal: {
      law: 'articles L221-5 and L221-18 of the code de la consommation',
      says: RIGHT_TO_WITHDRAW,
      source: 'https://www.legifrance.gouv.fr/codes/texte_lc/LEGITEXT000006069565',
    },
    accessibility: {
      law: 'article L412-13 of the code de la consommation',
      says: `${ACCESSIBLE}: the DGCCRF`,
      source: 'https://www.legifrance.gouv.fr/codes/texte_lc/LEGITEXT000006069565',
    },
  },
  GB: {
    imprint: {
      law: 'Company, Limited Liability Partnership and Business (Names and Trading Disclosures) Regulations 2015, part 6; Electronic Commerce (EC Directive) Regulations 2002, reg. 6',
      says: 'registered name, number, office and part of the United Kingdom, email, VAT number, and supervisory authority',
      source: 'https://www.legislation.gov.uk/uksi/2015/17',
    },
    terms: {
      law: 'Consumer Contracts Regulations 2013, reg. 13 and schedule 2',
      says: PRECONTRACTUAL,
      source: 'https://www.legislation.gov.uk/uksi/2013/3134',
    },
    privacy: {
      law: 'article 13 of the UK GDPR',
      says: GDPR.says,
      source: 'https://www.legislation.gov.uk/eur/2016/679/article/13',
    },
    withdrawal: {
      law: 'Consumer Contracts Regulations 2013, reg. 13, 28 and 29 and schedule 3',
      says: RIGHT_TO_WITHDRAW,
      source: 'https://www.legislation.gov.uk/uksi/2013/3134',
    },
  },
  NL: {
    imprint: {
      law: 'art. 3:15d BW',
      says: 'name and address, email, KvK number, supervisory authority and VAT number',
      source: 'https://wetten.overheid.nl/BWBR0005291',
    },
    terms: {
      law: 'art. 6:230m and 6:234 BW',
      says: PRECONTRACTUAL,
      source: 'https://wetten.overheid.nl/BWBR0005289',
    },
    privacy: GDPR,
    withdrawal: {
      law: 'art. 6:230m and 6:230o BW',
      says: RIGHT_TO_WITHDRAW,
      source: 'https://wetten.overheid.nl/BWBR0005289',
    },
    accessibility: {
      law: 'directive (EU) 2019/882, annex V',
      says: `${ACCESSIBLE}: the Autoriteit Consument & Markt`,
      source: 'https://eur-lex.europa.eu/eli/dir/2019/882/oj',
    },
  },
  SE: {
    imprint: {
      law: '8 § lagen (2002:562) om elektronisk handel',
      says: 'name, address, email, register number, supervisory authority and VAT number',
      source: 'https://rkrattsbaser.gov.se/sfst?bet=2002:562',
    },
    terms: {
      law: '2 kap. 2 § lagen (2005:59) om distansavtal',
      says: PRECONTRACTUAL,
      source: 'https://rkrattsbaser.gov.se/sfst?bet=2005:59',
    },
    privacy: GDPR,
    withdrawal: {
      law: '2 kap. 2 and 10 §§ lagen (2005:59) om distansavtal',
      says: RIGHT_TO_WITHDRAW,
      source: 'https://rkrattsbaser.gov.se/sfst?bet=2005:59',
    },
    accessibility: {
      law: 'lagen (2023:254) om vissa produkters och tjänsters tillgänglighet',
      says: `${ACCESSIBLE}: Post- och telestyrelsen`,
      source: 'https://rkrattsbaser.gov.se/sfst?bet=2023:254',
    },
  },
};
