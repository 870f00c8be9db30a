//! JSON schemas (draft 7), from which editors know the keys of a file.

use crate::row::{KeyRow, KeyTable, ValueShape};
use serde_json::{Map, Value, json};

/// The schema of a file whose keys are those of a section.
pub fn schema(section: &KeyTable, title: &str) -> Value {
    let mut schema = of_section(section);
    schema.insert(
        "$schema".to_owned(),
        json!("http://json-schema.org/draft-07/schema#"),
    );
    schema.insert("title".to_owned(), json!(title));
    Value::Object(schema)
}

fn of_section(section: &KeyTable) -> Map<String, Value> {
    let properties: Map<String, Value> = section
        .rows()
        .map(|row| (row.name.to_owned(), of_row(row)))
        .collect();
    let mut object = Map::new();
    object.insert("type".to_owned(), json!("object"));
    object.insert("properties".to_owned(), Value::Object(properties));
    let mut others = json!(false);
    let mut patterns = Map::new();
    for row in section.free {
        // `NAME` is any other key; `NAME_after` is one that ends so.
        match row
            .name
            .trim_start_matches(|c: char| c.is_ascii_uppercase())
        {
            "" => others = of_row(row),
            ending => {
                patterns.insert(format!("{ending}$"), of_row(row));
            }
        }
    }
    if !patterns.is_empty() {
        object.insert("patternProperties".to_owned(), Value::Object(patterns));
    }
    object.insert("additionalProperties".to_owned(), others);
    object
}

fn of_row(row: &KeyRow) -> Value {
    let mut object = of_shape(&(row.shape)());
    let words = format!("{} Expected: {}.", row.doc.trim(), row.expects);
    object.insert("description".to_owned(), json!(words));
    if let Ok(default) = serde_json::from_str::<Value>(row.default) {
        object.insert("default".to_owned(), default);
    }
    Value::Object(object)
}

fn of_shape(shape: &ValueShape) -> Map<String, Value> {
    let value = match shape {
        ValueShape::Any => json!({}),
        ValueShape::Text => json!({"type": "string"}),
        ValueShape::Bool => json!({"type": "boolean"}),
        ValueShape::Whole(i64::MIN, i64::MAX) => json!({"type": "integer"}),
        ValueShape::Whole(low, i64::MAX) => json!({"type": "integer", "minimum": low}),
        ValueShape::Whole(low, high) => json!({"type": "integer", "minimum": low, "maximum": high}),
        ValueShape::Number(low, None) => json!({"type": "number", "minimum": low}),
        ValueShape::Number(low, high) => json!({"type": "number", "minimum": low, "maximum": high}),
        ValueShape::Moment => json!({"type": "string", "format": "date-time"}),
        ValueShape::Words(words) => json!({"enum": words}),
        ValueShape::List(of) => json!({"type": "array", "items": of_shape(of)}),
        ValueShape::Map(of) => json!({"type": "object", "additionalProperties": of_shape(of)}),
        ValueShape::Either(shapes) => {
            json!({"anyOf": shapes.iter().map(of_shape).collect::<Vec<_>>()})
        }
        ValueShape::Table(section) => return of_section(section),
    };
    match value {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}
