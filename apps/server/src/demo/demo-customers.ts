/**
 * The customers that a first start of the embedded mode makes. Their ids are fixed so that a second start finds them.
 * `photographs` is how many they have at most, the newest of all; who has no `daysToDeletion` registers with the first start.
 */
export const DEMO_CUSTOMERS = [
  {
    id: '01900000-0000-7000-8000-000000000001',
    label: 'Consumer with photos',
    email: 'anna@example.com',
    password: 'demo-anna-2026',
    name: 'Anna Berger',
    identityType: 'consumer',
    photographs: Number.POSITIVE_INFINITY,
    daysToDeletion: null,
  },
  {
    id: '01900000-0000-7000-8000-000000000002',
    label: 'Consumer without photos',
    email: 'noah@example.com',
    password: 'demo-noah-2026',
    name: 'Noah Lind',
    identityType: 'consumer',
    photographs: 0,
    daysToDeletion: null,
  },
  {
    id: '01900000-0000-7000-8000-000000000003',
    label: 'Business customer',
    email: 'studio@example.com',
    password: 'demo-studio-2026',
    name: 'Studio Marlow',
    identityType: 'business',
    photographs: 0,
    daysToDeletion: null,
  },
  {
    id: '01900000-0000-7000-8000-000000000004',
    label: 'Storage ends in two months',
    email: 'mara@example.com',
    password: 'demo-mara-2026',
    name: 'Mara Holm',
    identityType: 'consumer',
    photographs: 12,
    daysToDeletion: 62,
  },
  {
    id: '01900000-0000-7000-8000-000000000005',
    label: 'Storage ends in days',
    email: 'otto@example.com',
    password: 'demo-otto-2026',
    name: 'Otto Brandt',
    identityType: 'consumer',
    photographs: 12,
    daysToDeletion: 12,
  },
] as const;
