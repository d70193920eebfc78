export const SYSTEMS = ['windows', 'mac', 'ios', 'android', 'linux'] as const;
export type OperatingSystem = (typeof SYSTEMS)[number];

type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** What a device runs, as its browser says; an iPad says that it is a Mac, and touches give it away. */
export function operatingSystemOf({ userAgent, maxTouchPoints }: Device): OperatingSystem {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (/Android/.test(userAgent)) return 'android';
  if (/Macintosh/.test(userAgent)) return maxTouchPoints > 1 ? 'ios' : 'mac';
  return /Linux|CrOS|X11/.test(userAgent) ? 'linux' : 'windows';
}
