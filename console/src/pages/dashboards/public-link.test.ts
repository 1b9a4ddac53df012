import { describe, expect, it } from 'vitest';
import { namedCustomers, publicLink } from './public-link.ts';

const id = { id: 'd1', entityType: 'DASHBOARD' as const };
const customer = (name: string, isPublic: boolean) => ({
  customerId: { id: name, entityType: 'CUSTOMER' as const },
  title: name,
  public: isPublic,
});

describe('who sees a dashboard', () => {
  it('gives the link of a public dashboard with the id of its visitors', () => {
    const assignedCustomers = [customer('Nordfisk', false), customer('Public', true)];
    expect(publicLink({ id, assignedCustomers }, 'http://here')).toBe('http://here/dashboard/d1?publicId=Public');
    expect(namedCustomers({ assignedCustomers }).map(({ title }) => title)).toEqual(['Nordfisk']);
  });

  it('gives no link while the dashboard is private', () => {
    expect(publicLink({ id, assignedCustomers: null }, 'http://here')).toBeUndefined();
    expect(publicLink({ id, assignedCustomers: [customer('Nordfisk', false)] }, 'http://here')).toBeUndefined();
    expect(namedCustomers({ assignedCustomers: null })).toEqual([]);
  });
});
