import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import type { Order } from '@keepsake/contracts/orders/orders';

type Place = {
  home: Omit<PostalAddress, 'name' | 'country'>;
  pickupPoint: { name: string; address: Omit<PostalAddress, 'name' | 'country'>; openingHours: string[] };
  /** Towns along an order's route. */
  plant: string;
  sortingCentre: string;
  depot: string;
};

const BRITAIN: Place = {
  home: { streetName: 'Fernlea Road', streetNumber: '12', postalCode: 'SW12 9RT', city: 'London' },
  pickupPoint: {
    name: 'Balham Corner Shop',
    address: { streetName: 'Bedford Hill', streetNumber: '87', postalCode: 'SW12 9HE', city: 'London' },
    openingHours: ['Mon-Fri 7:30-20:00', 'Sat 8:00-18:00', 'Sun 10:00-16:00'],
  },
  plant: 'Leeds',
  sortingCentre: 'Swindon',
  depot: 'London',
};

const PLACES: Record<string, Place> = {
  AT: {
    home: { streetName: 'Lindengasse', streetNumber: '23', postalCode: '1070', city: 'Wien' },
    pickupPoint: {
      name: 'Papier & Buch Neubau',
      address: { streetName: 'Westbahnstraße', streetNumber: '41', postalCode: '1070', city: 'Wien' },
      openingHours: ['Mo-Fr 9:00-18:30', 'Sa 9:00-17:00'],
    },
    plant: 'Linz',
    sortingCentre: 'Hagenbrunn',
    depot: 'Wien',
  },
  NL: {
    home: { streetName: 'Oudegracht', streetNumber: '158', postalCode: '3511 AZ', city: 'Utrecht' },
    pickupPoint: {
      name: 'Boekhandel aan de gracht',
      address: { streetName: 'Twijnstraat', streetNumber: '19', postalCode: '3511 ZG', city: 'Utrecht' },
      openingHours: ['ma-vr 9:00-18:00', 'za 9:00-17:00'],
    },
    plant: 'Eindhoven',
    sortingCentre: 'Nieuwegein',
    depot: 'Utrecht',
  },
  FR: {
    home: { streetName: 'rue des Lilas', streetNumber: '8', postalCode: '69003', city: 'Lyon' },
    pickupPoint: {
      name: 'Tabac-presse du Lac',
      address: { streetName: 'rue Garibaldi', streetNumber: '154', postalCode: '69003', city: 'Lyon' },
      openingHours: ['lun.-ven. 7:00-19:30', 'sam. 8:00-18:00'],
    },
    plant: 'Dijon',
    sortingCentre: 'Saint-Priest',
    depot: 'Lyon',
  },
  SE: {
    home: { streetName: 'Storgatan', streetNumber: '14', postalCode: '582 23', city: 'Linköping' },
    pickupPoint: {
      name: 'Kiosken vid Trädgårdstorget',
      address: { streetName: 'Trädgårdstorget', streetNumber: '2', postalCode: '582 24', city: 'Linköping' },
      openingHours: ['mån-fre 8:00-21:00', 'lör-sön 9:00-19:00'],
    },
    plant: 'Borås',
    sortingCentre: 'Hallsberg',
    depot: 'Linköping',
  },
};

/** Towns along an order's route within a country. */
export function routeTowns(country: string): Pick<Place, 'plant' | 'sortingCentre' | 'depot'> {
  return PLACES[country] ?? BRITAIN;
}

/** Where the demo's customers live: somewhere in the country of the shop. */
export const homeIn = (country: string, name: string): PostalAddress => ({
  name,
  ...(PLACES[country] ?? BRITAIN).home,
  country,
});

/** The pickup point, a shop that accepts parcels. */
export function pickupPointIn(country: string): NonNullable<Order['pickupPoint']> {
  const { name, address, openingHours } = (PLACES[country] ?? BRITAIN).pickupPoint;
  return { name, address: { name, ...address, country }, openingHours };
}
