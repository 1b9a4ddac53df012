/** A marker on the plane of a zoom, px. */
export interface Spot {
  key: string;
  x: number;
  y: number;
}

/** Markers that are shown as one. */
export interface Cluster {
  /** The same as long as the same marker leads it. */
  key: string;
  /** The middle of its markers, px. */
  x: number;
  y: number;
  members: readonly string[];
}

/**
 * Groups markers that are closer to the first one of a group than `radius` px. Looks only at neighbouring cells of a
 * grid, so that thousands take milliseconds. The order of the markers decides, not the part of the map that is in
 * view: moving the map regroups nothing.
 */
export function clusterSpots(spots: readonly Spot[], radius: number): Cluster[] {
  interface Group {
    lead: Spot;
    x: number;
    y: number;
    members: string[];
  }
  const size = Math.max(1, radius);
  const cells = new Map<string, Group[]>();
  const groups: Group[] = [];
  for (const spot of spots) {
    const column = Math.floor(spot.x / size);
    const line = Math.floor(spot.y / size);
    let nearest: Group | undefined;
    let shortest = radius;
    for (let x = column - 1; x <= column + 1; x++) {
      for (let y = line - 1; y <= line + 1; y++) {
        for (const group of cells.get(`${x} ${y}`) ?? []) {
          const distance = Math.hypot(group.lead.x - spot.x, group.lead.y - spot.y);
          if (distance < shortest) {
            nearest = group;
            shortest = distance;
          }
        }
      }
    }
    if (nearest) {
      nearest.members.push(spot.key);
      nearest.x += spot.x;
      nearest.y += spot.y;
      continue;
    }
    const group = { lead: spot, x: spot.x, y: spot.y, members: [spot.key] };
    groups.push(group);
    const cell = cells.get(`${column} ${line}`);
    if (cell) cell.push(group);
    else cells.set(`${column} ${line}`, [group]);
  }
  return groups.map(({ lead, x, y, members }) => ({
    key: lead.key,
    x: x / members.length,
    y: y / members.length,
    members,
  }));
}

/** The outline of points, counter-clockwise on a plane whose y points up; fewer than three are given back. */
export function outlineOf<Point extends { x: number; y: number }>(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  if (sorted.length < 3) return sorted;
  const half = (all: readonly Point[]) => {
    const line: Point[] = [];
    for (const next of all) {
      while (line.length > 1) {
        const [a, b] = line.slice(-2) as [Point, Point];
        if ((b.x - a.x) * (next.y - a.y) - (b.y - a.y) * (next.x - a.x) > 0) break;
        line.pop();
      }
      line.push(next);
    }
    return line.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}
