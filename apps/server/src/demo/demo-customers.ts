/** The customers that a first start of the embedded mode makes. Their ids are fixed so that a second start finds them. */
export const DEMO_CUSTOMERS = [
  {
    id: '01900000-0000-7000-8000-000000000001',
    label: 'Consumer with photos',
    email: 'anna@example.com',
    password: 'demo-anna-2026',
    name: 'Anna Berger',
    identityType: 'consumer',
    hasPhotographs: true,
  },
  {
    id: '01900000-0000-7000-8000-000000000002',
    label: 'Consumer without photos',
    email: 'noah@example.com',
    password: 'demo-noah-2026',
    name: 'Noah Lind',
    identityType: 'consumer',
    hasPhotographs: false,
  },
  {
    id: '01900000-0000-7000-8000-000000000003',
    label: 'Business customer',
    email: 'studio@example.com',
    password: 'demo-studio-2026',
    name: 'Studio Marlow',
    identityType: 'business',
    hasPhotographs: false,
  },
] as const;
