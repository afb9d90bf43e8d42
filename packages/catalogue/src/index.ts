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
  type CountAnswer,
  type CountedNames,
  type CountQuery,
  type KeptCatalogue,
  type Narrowing,
  type WorkScope,
} from './types.ts'
