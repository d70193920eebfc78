/** Fictional cameras, so that no maker's name appears in the demo. */
export type Camera = {
  make: string;
  model: string;
  writesOffset: boolean;
  lens: string;
  /** Available focal lengths in millimetres and f-numbers; the first is for the day, the last for the evening. */
  focalLengths: readonly [number, ...number[]];
  fNumbers: readonly [number, ...number[]];
  fileName: (serial: number) => string;
};

const digits = (serial: number, length: number) => String(serial).padStart(length, '0');

export const cameras = {
  reflex: {
    make: 'Halden',
    model: 'Halden M5',
    writesOffset: false,
    lens: 'Halden 24-70mm f/2.8',
    focalLengths: [35, 24, 50, 70],
    fNumbers: [8, 5.6, 4, 2.8],
    fileName: (n) => `DSC_${digits(n, 4)}.JPG`,
  },
  compact: {
    make: 'Orilux',
    model: 'Orilux P30',
    writesOffset: false,
    lens: 'Orilux 8.8-25.7mm f/1.8-2.8',
    focalLengths: [8.8, 25.7],
    fNumbers: [5.6, 1.8],
    fileName: (n) => `P1${digits(n, 6)}.JPG`,
  },
  oldPhone: {
    make: 'Nuvo',
    model: 'Nuvo 6',
    writesOffset: false,
    lens: 'Nuvo 6 back camera 4.15mm f/2.2',
    focalLengths: [4.15],
    fNumbers: [2.2],
    fileName: (n) => `IMG_${digits(n, 4)}.jpg`,
  },
  phone: {
    make: 'Nuvo',
    model: 'Nuvo 11',
    writesOffset: true,
    lens: 'Nuvo 11 back dual wide camera 5.96mm f/1.78',
    focalLengths: [5.96],
    fNumbers: [1.78],
    fileName: (n) => `IMG_${digits(n, 4)}.jpg`,
  },
} as const satisfies Record<string, Camera>;

export type CameraId = keyof typeof cameras;

/** Exposure of a picture: short and at low sensitivity by day, long and at high sensitivity in the evening. */
export type Exposure = { focalLength: number; fNumber: number; time: `${number}/${number}`; iso: number };

const DAY: readonly Pick<Exposure, 'time' | 'iso'>[] = [
  { time: '1/250', iso: 100 },
  { time: '1/500', iso: 100 },
  { time: '1/125', iso: 200 },
  { time: '1/1000', iso: 200 },
];
const EVENING: readonly Pick<Exposure, 'time' | 'iso'>[] = [
  { time: '1/30', iso: 800 },
  { time: '1/15', iso: 1600 },
  { time: '1/60', iso: 3200 },
  { time: '5/10', iso: 400 },
];

/** The exposure chosen at a wall time `YYYY-MM-DDTHH:mm:ss`, deterministic. */
export function exposureAt({ focalLengths, fNumbers }: Camera, takenAt: string): Exposure {
  const [hour = 0, minute = 0, second = 0] = takenAt.slice(11).split(':').map(Number);
  const isEvening = hour >= 19 || hour < 6;
  const turn = minute + second;
  const light = (isEvening ? EVENING : DAY)[turn % DAY.length] as Pick<Exposure, 'time' | 'iso'>;
  const fNumber = (isEvening ? fNumbers.at(-1) : fNumbers[turn % fNumbers.length]) ?? fNumbers[0];
  return { ...light, fNumber, focalLength: focalLengths[turn % focalLengths.length] ?? focalLengths[0] };
}
