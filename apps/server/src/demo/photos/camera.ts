/** Cameras that no shop sells, so that no maker's name appears in the demo. */
export type Camera = {
  make: string;
  model: string;
  writesOffset: boolean;
  fileName: (serial: number) => string;
};

const digits = (serial: number, length: number) => String(serial).padStart(length, '0');

export const cameras = {
  reflex: {
    make: 'Halden',
    model: 'Halden M5',
    writesOffset: false,
    fileName: (n) => `DSC_${digits(n, 4)}.JPG`,
  },
  compact: {
    make: 'Orilux',
    model: 'Orilux P30',
    writesOffset: false,
    fileName: (n) => `P1${digits(n, 6)}.JPG`,
  },
  oldPhone: {
    make: 'Nuvo',
    model: 'Nuvo 6',
    writesOffset: false,
    fileName: (n) => `IMG_${digits(n, 4)}.jpg`,
  },
  phone: { make: 'Nuvo', model: 'Nuvo 11', writesOffset: true, fileName: (n) => `IMG_${digits(n, 4)}.jpg` },
} as const satisfies Record<string, Camera>;

export type CameraId = keyof typeof cameras;
