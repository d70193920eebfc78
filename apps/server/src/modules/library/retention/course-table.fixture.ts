/**
 * Twenty months, day by day, for customers with every kind of history. Expectations are written by hand from the specification:
 * 18 calendar months after the last order or the registration, the last day included; mails 3 months, 1 month, 1 week and 1 day
 * before; an export on the first critical day; hidden on the day after the date; 30 days of grace; deletion on the day after
 * those.
 */
export const FIRST_DAY = '2025-01-15';
export const DAYS = 610;

export type History = {
  registered: string;
  channel?: string;
  /** Days of orders, each after the sweep of that day. */
  orders?: string[];
  photos?: number;
  email?: string;
  expected: string[];
};

const UNWARNED = [
  '2025-01-15 delayed to 2025-04-15',
  '2025-01-15 three-months',
  '2025-03-15 one-month',
  '2025-03-16 export',
  '2025-04-08 one-week',
  '2025-04-14 one-day',
  '2025-04-16 hidden until 2025-05-16',
  '2025-05-17 deleting',
];
const CLAMPED = [
  '2025-11-28 three-months',
  '2026-01-28 one-month',
  '2026-01-29 export',
  '2026-02-21 one-week',
  '2026-02-27 one-day',
  '2026-03-01 hidden until 2026-03-31',
];

export const HISTORIES: Record<string, History> = {
  '[RET-02] registered on the first day and never ordered': {
    registered: '2025-01-15T10:00:00Z',
    expected: [
      '2026-04-15 three-months',
      '2026-06-15 one-month',
      '2026-06-16 export',
      '2026-07-08 one-week',
      '2026-07-14 one-day',
      '2026-07-16 hidden until 2026-08-15',
      '2026-08-16 deleting',
    ],
  },
  '[RET-02] registered at the end of a month whose 18th successor is short': {
    registered: '2024-08-31T12:00:00Z',
    expected: [...CLAMPED, '2026-04-01 deleting'],
  },
  '[RET-02] registered before midnight in London, after it in Amsterdam': {
    registered: '2024-08-30T22:30:00Z',
    channel: 'kiekhof',
    expected: [...CLAMPED, '2026-04-01 deleting'],
  },
  '[RET-01, RET-03] ordered in time': {
    registered: '2023-09-01T10:00:00Z',
    orders: ['2025-01-20'],
    expected: [
      '2025-01-15 three-months',
      '2026-04-20 three-months',
      '2026-06-20 one-month',
      '2026-06-21 export',
      '2026-07-13 one-week',
      '2026-07-19 one-day',
      '2026-07-21 hidden until 2026-08-20',
      '2026-08-21 deleting',
    ],
  },
  '[RET-03] ordered again and again': {
    registered: '2024-01-31T10:00:00Z',
    orders: ['2025-03-01', '2025-09-01', '2026-03-01', '2026-09-01'],
    expected: [],
  },
  '[RET-03] ordered on the last day': {
    registered: '2024-08-31T12:00:00Z',
    orders: ['2026-02-28'],
    expected: CLAMPED.slice(0, 5),
  },
  '[RET-03] ordered while the photos were hidden': {
    registered: '2024-08-31T12:00:00Z',
    orders: ['2026-03-20'],
    expected: [...CLAMPED, '2026-03-20 kept'],
  },
  '[RET-03] ordered on the last day of grace': {
    registered: '2024-08-31T12:00:00Z',
    orders: ['2026-03-31'],
    expected: [...CLAMPED, '2026-03-31 kept'],
  },
  '[RET-03] ordered in the very minute in which the deletion began': {
    registered: '2024-08-31T12:00:00Z',
    orders: ['2026-04-01'],
    expected: [...CLAMPED, '2026-04-01 deleting', '2026-04-01 kept'],
  },
  'long over when the first sweep came: nobody had been warned': {
    registered: '2020-02-29T10:00:00Z',
    expected: UNWARNED,
  },
  'nearly over when the first sweep came: too late for a warning': {
    registered: '2023-07-20T10:00:00Z',
    expected: UNWARNED,
  },
  'within the last month when the first sweep came: only the nearest mail': {
    registered: '2023-08-06T10:00:00Z',
    expected: [
      '2025-01-15 export',
      '2025-01-15 one-month',
      '2025-01-30 one-week',
      '2025-02-05 one-day',
      '2025-02-07 hidden until 2025-03-09',
      '2025-03-10 deleting',
    ],
  },
  'has no photos: nothing to write about': {
    registered: '2024-08-31T12:00:00Z',
    photos: 0,
    expected: [
      '2026-03-01 delayed to 2026-06-01',
      '2026-06-02 delayed to 2026-09-02',
      '2026-09-03 delayed to 2026-12-03',
    ],
  },
  'has no address that can be written to: nothing is deleted': {
    registered: '2024-08-31T12:00:00Z',
    email: 'nobody',
    expected: [
      '2026-01-29 export',
      '2026-03-01 delayed to 2026-06-01',
      '2026-05-02 export',
      '2026-06-02 delayed to 2026-09-02',
      '2026-08-03 export',
      '2026-09-03 delayed to 2026-12-03',
    ],
  },
};
