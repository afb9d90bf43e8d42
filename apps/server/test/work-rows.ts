/** A row of the table `work` with plain values; the circle 1 must be there. */
export function aWorkRow(id: number) {
  return {
    id,
    source_id: `RJ${String(id).padStart(8, '0')}`,
    source_type: 'DLSITE',
    title: 'Rain on the observatory roof',
    circle_id: 1,
    create_date: '2026-09-03',
    age_category: 'general' as const,
    price: 1_100,
    dl_count: 0,
    review_count: 0,
    rate_count: 0,
    rate_average: 0,
    rate_detail: '[0,0,0,0,0]',
    editions: '[]',
    work_attributes: '',
    source_url: '',
    description: '',
    metadata_source: 'folder',
    duration_seconds: 0,
    has_subtitle: 0 as const,
    root: '/library',
    path: `RJ${String(id).padStart(8, '0')}`,
    state: 'present' as const,
    updated_at_ms: 0,
  }
}
