import { describe, expect, it } from 'vitest';
import { membersOf, readListState, withMembers, writeListState } from './list-state.ts';

const DEFAULTS = { sortProperty: 'createdTime', sortOrder: 'DESC' } as const;
const ACTIVE = { name: 'active', accepts: (value: string) => value === 'true' || value === 'false' };
const read = (address: string) =>
  readListState(new URLSearchParams(address), DEFAULTS, [ACTIVE, { name: 'type' }], ['name', 'createdTime']);

describe('a list in the address', () => {
  it('restores search, sort, page and filters from a link', () => {
    expect(read('search=freez&sort=name,asc&page=3&size=50&active=true')).toEqual({
      search: 'freez',
      sortProperty: 'name',
      sortOrder: 'ASC',
      page: 2,
      pageSize: 50,
      filters: { active: 'true' },
    });
  });

  it('ignores what makes no sense', () => {
    expect(read('sort=password,asc&page=-1&size=7')).toMatchObject({
      sortProperty: 'createdTime',
      sortOrder: 'DESC',
      page: 0,
      pageSize: 25,
    });
    expect(read('active=maybe&type=pump&page=1e15&search=%00')).toMatchObject({
      search: '',
      page: 0,
      filters: { type: 'pump' },
    });
    expect(read('type=a%00').filters).toEqual({});
  });

  it('leaves out what is as by default, and goes to the first page with every change', () => {
    const address = new URLSearchParams('page=4&tab=events');
    expect(writeListState(address, { search: 'x' }, DEFAULTS).toString()).toBe('tab=events&search=x');
    expect(writeListState(address, { sortProperty: 'createdTime', sortOrder: 'DESC' }, DEFAULTS).toString()).toBe(
      'tab=events',
    );
    expect(writeListState(address, { page: 1 }, DEFAULTS).get('page')).toBe('2');
    expect(writeListState(new URLSearchParams('active=true'), { filters: { active: undefined } }, DEFAULTS).size).toBe(
      0,
    );
  });
});

describe('the list of a tab', () => {
  const address = new URLSearchParams('search=boiler&sort=name,asc&tab=alarms&tab.search=hot&tab.page=3');

  it('has members of its own beside those of the list around it', () => {
    expect(membersOf(address, 'tab.').toString()).toBe('search=hot&page=3');
  });

  it('changes those alone', () => {
    const members = writeListState(membersOf(address, 'tab.'), { search: 'wet' }, DEFAULTS);
    expect(withMembers(address, 'tab.', members).toString()).toBe(
      'search=boiler&sort=name%2Casc&tab=alarms&tab.search=wet',
    );
  });
});
