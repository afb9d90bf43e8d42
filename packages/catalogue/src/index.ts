export { createCatalogue } from './create-catalogue.ts'
export {
  ageCategories,
  catalogueOrders,
  type AgeCategory,
  type Catalogue,
  type CatalogueAnswer,
  type CatalogueChange,
  type CatalogueOptions,
  type CatalogueOrder,
  type CatalogueQuery,
  type CatalogueWork,
  type Narrowing,
} from './types.ts'
