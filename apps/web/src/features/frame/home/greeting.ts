export type PartOfDay = 'morning' | 'afternoon' | 'evening';

/** Which greeting fits an hour of the customer's own clock, 0 to 23. */
export function partOfDay(hour: number): PartOfDay {
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}

/** What to call a customer by: the first part of the name. */
export function givenNameOf(name: string | null): string | null {
  return name?.trim().split(/\s+/)[0] || null;
}
