import { all, group, list } from "../members/shape.ts";

/** One line of an order or transaction. */
export const ITEM = list({
  ...all("text", "brand category description industryCategory name sku unitOfMeasure"),
  ...all("number", "quantity unitDiscountAmount unitPrice unitTaxAmount"),
  detail: group({
    ...all("text", "acquirerCustom commodityCode unitTaxType unspsc upc"),
    ...all("number", "unitDiscountRate unitTaxRate"),
    tax: list({ ...all("number", "amount rate"), type: "text" }),
  }),
});
